"""Fit the network to noted positions (PyTorch; the result needs numpy alone).

python -m tools.learn.fit a.npz b.npz --words words.json --out network.npz [--start old.npz]
"""

import argparse
import json
import math
import time
from pathlib import Path
from typing import Any

import numpy as np
import torch

from rollplayer.analysis.network import GOALS, Network, read_network
from rollplayer.search.features import PADDING, Vocabulary

HIDDEN = 64
SECOND = 32
BATCH = 8192
GOAL_WEIGHT = 3.0
TOTAL_WEIGHT = 0.03


def read(paths: list[str]) -> list[np.ndarray]:
    """Facts, how many of them each position has, what was expected of it, and what it came to."""
    files = [np.load(path) for path in paths]
    return [
        np.concatenate([file[name] for file in files])
        for name in ("facts", "lengths", "results", "ends")
    ]


class Net(torch.nn.Module):  # type: ignore[misc]  # torch is no dependency
    def __init__(self, count: int, outputs: int, hidden: int) -> None:
        super().__init__()
        self.outputs = outputs
        self.facts = torch.nn.EmbeddingBag(count, outputs + hidden, mode="sum")
        torch.nn.init.normal_(self.facts.weight, std=0.05)
        with torch.no_grad():
            self.facts.weight[:, :outputs] = 0
            self.facts.weight[PADDING] = 0
        self.start = torch.nn.Parameter(torch.zeros(outputs + hidden))
        self.second = torch.nn.Linear(hidden, SECOND)
        self.third = torch.nn.Linear(SECOND, outputs)

    def forward(self, facts: torch.Tensor, starts: torch.Tensor) -> torch.Tensor:
        added = self.facts(facts, starts) + self.start
        first = torch.relu(added[:, self.outputs :])
        second = torch.relu(self.second(first))
        outputs: torch.Tensor = added[:, : self.outputs] + self.third(second)
        return outputs


def loss_of(out: torch.Tensor, wanted: torch.Tensor) -> torch.Tensor:
    goals = torch.nn.functional.binary_cross_entropy_with_logits(
        out[:, :GOALS], wanted[:, :GOALS], reduction="mean"
    )
    lines = ((out[:, GOALS:-1] - wanted[:, GOALS:-1]) ** 2).mean()
    total = ((out[:, -1] - wanted[:, -1]) ** 2).mean()
    return GOAL_WEIGHT * 6 * goals + 6 * lines + TOTAL_WEIGHT * total


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", nargs="+")
    parser.add_argument("--words", required=True, help="ids and the number of facts, as JSON")
    parser.add_argument("--out", required=True)
    parser.add_argument("--start")
    parser.add_argument("--epochs", type=int, default=6)
    parser.add_argument("--hidden", type=int, default=HIDDEN)
    parser.add_argument(
        "--trust", type=float, default=0.5, help="how much it counts beside rules of thumb"
    )
    parser.add_argument("--batch", type=int, default=BATCH)
    parser.add_argument("--rate", type=float, default=3e-3)
    parser.add_argument("--decay", type=float, default=0.02)
    parser.add_argument(
        "--drop", type=float, default=0.0, help="part of the facts left out in training"
    )
    parser.add_argument(
        "--real", type=float, default=0.0, help="how much the end of the game counts in the targets"
    )
    parser.add_argument("--all", action="store_true", help="hold no positions back")
    parser.add_argument("--seed", type=int, default=0)
    arguments = parser.parse_args()
    torch.manual_seed(arguments.seed)
    words: dict[str, Any] = json.loads(Path(arguments.words).read_text(encoding="utf-8"))
    started = time.perf_counter()
    device = "cuda" if torch.cuda.is_available() else "cpu"
    facts, lengths, results, ends_of_games = read(arguments.data)
    flat = torch.from_numpy(facts.astype(np.int64)).to(device)
    ends = np.cumsum(lengths.astype(np.int64))
    firsts = torch.from_numpy(ends - lengths).to(device)
    sizes = torch.from_numpy(lengths.astype(np.int64)).to(device)
    real = torch.from_numpy(ends_of_games).to(device)
    wanted = torch.lerp(torch.from_numpy(results).to(device), real, arguments.real)
    count = len(lengths)
    # Whole stretches are held back, because neighbors come from the same game.
    held = (torch.arange(count, device=device) // 2000) % 20 == 0
    outputs = GOALS + len(words["lines"]) + 1
    net = Net(int(words["count"]), outputs, arguments.hidden).to(device)
    if arguments.start:
        load_into(net, arguments.start)
    decayed = {"params": [net.facts.weight], "weight_decay": arguments.decay}
    others = {"params": [p for n, p in net.named_parameters() if n != "facts.weight"]}
    optimizer = torch.optim.AdamW([decayed, {**others, "weight_decay": 0.0}], lr=arguments.rate)
    train = torch.arange(count, device=device) if arguments.all else torch.nonzero(~held).squeeze(1)
    test = torch.nonzero(held).squeeze(1)
    steps = max(1, arguments.epochs * math.ceil(len(train) / arguments.batch))
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, arguments.rate, total_steps=steps + 1)

    def bags(at: torch.Tensor, drop: float = 0.0) -> tuple[torch.Tensor, torch.Tensor]:
        many = sizes[at]
        starts = torch.cumsum(many, 0) - many
        places = torch.arange(int(many.sum()), device=device)
        places = (
            places
            - torch.repeat_interleave(starts, many)
            + torch.repeat_interleave(firsts[at], many)
        )
        chosen = flat[places]
        if drop:
            chosen = torch.where(torch.rand(len(chosen), device=device) < drop, 0, chosen)
        return chosen, starts

    for epoch in range(arguments.epochs):
        order = train[torch.randperm(len(train), device=device)]
        for part in order.split(arguments.batch):
            loss = loss_of(net(*bags(part, arguments.drop)), wanted[part])
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            schedule.step()
            with torch.no_grad():
                net.facts.weight[PADDING] = 0
        with torch.no_grad():
            # By what games really came to, so that fits to different targets can be compared.
            out = torch.cat([net(*bags(part)) for part in test.split(arguments.batch)])
            want = real[test]
            brier = ((torch.sigmoid(out[:, :GOALS]) - want[:, :GOALS]) ** 2).mean()
            lines = ((out[:, GOALS:-1] - want[:, GOALS:-1]) ** 2).mean(0)
            total = ((out[:, -1] - want[:, -1]) ** 2).mean().sqrt()
            print(
                f"epoch {epoch}: goals {brier:.5f}, lines {[round(float(x), 2) for x in lines]},"
                f" total sd {total:.3f}, loss {loss_of(out, want):.4f}, {time.perf_counter() - started:.0f} s",
                flush=True,
            )
    save(net, words, arguments.trust, arguments.out)


def load_into(net: Net, path: str) -> None:
    """Go on from a network; units that it did not have begin without a say."""
    network = read_network(Path(path).read_bytes())
    known = network.facts.shape[1]
    with torch.no_grad():
        net.facts.weight[:, :known] = torch.from_numpy(network.facts)
        net.start[:known] = torch.from_numpy(network.start)
        net.second.weight[:] = 0
        net.second.weight[:, : len(network.second)] = torch.from_numpy(network.second.T.copy())
        net.second.bias.copy_(torch.from_numpy(network.second_start))
        net.third.weight.copy_(torch.from_numpy(network.third.T.copy()))
        net.third.bias.copy_(torch.from_numpy(network.third_start))


def save(net: Net, words: dict[str, Any], trust: float, path: str) -> None:
    def plain(tensor: Any) -> Any:
        return tensor.detach().cpu().numpy()

    kinds = ("cards", "classes", "races", "alignments", "expansions")
    network = Network(
        Vocabulary(*(words[kind] for kind in kinds)),
        tuple(words["lines"]),
        trust,
        plain(net.facts.weight),
        plain(net.start),
        plain(net.second.weight).T.copy(),
        plain(net.second.bias),
        plain(net.third.weight).T.copy(),
        plain(net.third.bias),
    )
    Path(path).write_bytes(network.bytes())


if __name__ == "__main__":
    main()
