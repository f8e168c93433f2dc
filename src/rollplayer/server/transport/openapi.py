"""The description of all routes, made from the route table and the messages themselves."""

from collections.abc import Sequence
from http import HTTPStatus
from typing import Any

import msgspec

from rollplayer import __version__
from rollplayer.server.common.problems import STATUS
from rollplayer.server.protocol import bodies as b
from rollplayer.server.protocol import body_schemas
from rollplayer.server.protocol import messages as m
from rollplayer.server.transport import api
from rollplayer.server.transport.http import KEY, Route
from rollplayer.server.transport.requests import Query

ALWAYS = ("malformed", "too-fast", "method", "host", "stopping", "moved")
"""Problems that any route may return."""


def describe(routes: Sequence[Route]) -> dict[str, Any]:
    """OpenAPI 3.1."""
    bodies = (body for route in routes for body in (route.body, route.returns))
    types = [*dict.fromkeys(body for body in bodies if body is not None), b.Problem]
    schemas, components = msgspec.json.schema_components(
        types, ref_template="#/components/schemas/{name}"
    )
    by_type: dict[Any, Any] = dict(zip(types, schemas, strict=True))
    # Where types say less than the rules, the handler is the key of its body's schema.
    by_type[api.create] = body_schemas.create_game(components)
    by_type[api.score] = body_schemas.score()
    by_type[api.replay_file] = body_schemas.game_file()
    paths: dict[str, dict[str, Any]] = {}
    for route in routes:
        paths.setdefault(route.path, {})[route.method.lower()] = operation(route, by_type)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "rollplayer table server",
            "version": __version__,
            "description": "Lobby, game files and statistics. The table itself is a websocket: "
            "see docs/protocol.md.",
        },
        "paths": paths,
        "components": {
            "schemas": components,
            "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}},
        },
    }


def operation(route: Route, by_type: dict[Any, Any]) -> dict[str, Any]:
    content = {route.media_type: {"schema": by_type[route.returns]}}
    described: dict[str, Any] = {
        "summary": route.about,
        "operationId": route.handler.__name__,
        "parameters": parameters(route),
        "responses": {
            str(route.status): {"description": "Done", "content": content},
            **({"304": {"description": "As you know it"}} if route.tagged else {}),
            **problems(route, by_type[b.Problem]),
        },
    }
    if route.body is not None or route.raw_body:
        schema = by_type[route.handler if route.handler in by_type else route.body]
        media_type = route.raw_body or "application/json"
        described["requestBody"] = {"required": True, "content": {media_type: {"schema": schema}}}
    if route.tokens:
        described["security"] = [{"token": []}, {}]
    return described


def parameters(route: Route) -> list[dict[str, Any]]:
    described: list[dict[str, Any]] = [
        {"name": query.name, "in": "query", "description": query.about, "schema": schema_of(query)}
        for query in route.query
    ]
    if "{id}" in route.path:
        schema: dict[str, Any] = {"type": "string", "pattern": "^[0-9a-z]{16}$"}
        described.append({"name": "id", "in": "path", "required": True, "schema": schema})
    if "{seat}" in route.path:
        schema = {"type": "integer", "minimum": 0, "maximum": m.MOST_SEATS - 1}
        described.append({"name": "seat", "in": "path", "required": True, "schema": schema})
    if route.keyed:
        schema = {"type": "string", "pattern": f"^{KEY.pattern}$"}
        described.append({"name": "Idempotency-Key", "in": "header", "schema": schema})
    return described


def schema_of(query: Query) -> dict[str, Any]:
    one = schema_of_one(query)
    return {"type": "array", "items": one} if query.many else one


def schema_of_one(query: Query) -> dict[str, Any]:
    if query.number is not None:
        return {"type": "integer", "minimum": query.number[0], "maximum": query.number[1]}
    if query.choices:
        return {"type": "string", "enum": list(query.choices)}
    pattern = f"^{query.pattern}$" if query.pattern else "^[^\\x00]*$"
    return {"type": "string", "maxLength": query.longest, "pattern": pattern}


def problems(route: Route, schema: Any) -> dict[str, Any]:
    codes = [*route.refuses, *ALWAYS]
    if route.method == "POST":
        codes += ["origin", "too-large"]
    by_status: dict[int, list[str]] = {}
    for code in dict.fromkeys(codes):
        by_status.setdefault(STATUS[code], []).append(code)
    return {
        str(status): {
            "description": f"{HTTPStatus(status).phrase}: {', '.join(listed)}",
            "content": {"application/problem+json": {"schema": schema}},
        }
        for status, listed in sorted(by_status.items())
    }
