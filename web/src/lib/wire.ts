// How the server is reached: over the network. The game without a server puts its own in their place (offline/).
export type Socket = Pick<WebSocket, 'send' | 'close' | 'onopen' | 'onmessage' | 'onclose'>;

export const wire = {
  request: (path: string, wish: RequestInit): Promise<Response> => fetch(path, wish),
  call: (game: string): Socket =>
    new WebSocket(`${location.origin.replace('http', 'ws')}/api/v1/games/${game}/socket`),
};
