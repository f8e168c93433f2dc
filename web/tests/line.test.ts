import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Line, NO_CONNECTION } from '../src/lib/line';
import type { FromClient } from '../src/lib/types';

/** Only as much of one as a line looks at. */
type Message = Record<string, unknown>;

/** A socket whose other end is the test. */
class Wire {
  onopen: ((event: Event) => void) | null = null;
  onmessage: ((event: MessageEvent) => void) | null = null;
  onclose: ((event: CloseEvent) => void) | null = null;
  sent: Message[] = [];
  closed = false;
  made = performance.now();

  send(text: string): void {
    this.sent.push(JSON.parse(text) as Message);
  }

  /** As with a dead line: nobody hears that it is closed, and no event comes of it. */
  close(): void {
    this.closed = true;
  }

  open(): void {
    this.onopen?.(new Event('open'));
  }

  say(message: Message): void {
    this.onmessage?.({ data: JSON.stringify(message) } as MessageEvent);
  }

  hangUp(code: number): void {
    this.onclose?.({ code } as CloseEvent);
  }

  of(type: string): Message[] {
    return this.sent.filter((message) => message['type'] === type);
  }
}

let wires: Wire[] = [];
let told: string[] = [];
let line: Line;

const wait = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);
const latest = () => wires.at(-1)!;
const send = (message: Message) => line.send(message as unknown as FromClient);

function welcomed(): Wire {
  latest().open();
  latest().say({ type: 'welcome' });
  return latest();
}

/** A server that answers every ping from now on. */
function answering(wire: Wire): void {
  const send = wire.send.bind(wire);
  wire.send = (text) => {
    send(text);
    if (text.includes('"ping"')) setTimeout(() => wire.say({ type: 'pong' }), 50);
  };
}

beforeEach(() => {
  vi.useFakeTimers();
  wires = [];
  told = [];
  line = new Line(
    {
      hello: () => ({ type: 'hello' }) as FromClient,
      hear: (message) => told.push(message.type),
      lost: () => told.push('LOST'),
      found: () => told.push('FOUND'),
      gone: (code) => told.push(`GONE ${code}`),
    },
    () => {
      wires.push(new Wire());
      return wires.at(-1)!;
    },
  );
});

afterEach(() => {
  line.end();
  vi.useRealTimers();
});

test('who learns of a token before the first welcome says hello once more', () => {
  line.hello(); // Nobody has answered the call yet: what is said first then knows it all.
  latest().open();
  line.hello();
  expect(latest().of('hello')).toHaveLength(2);
});

test('a line that answers stays', async () => {
  answering(welcomed());
  await wait(60_000);
  expect(wires).toHaveLength(1);
  expect(told).not.toContain('LOST');
});

test('a line that has gone silent is replaced within five seconds, without waiting for its goodbye', async () => {
  const old = welcomed();
  answering(old);
  await wait(10_100);
  old.send = (text) => old.sent.push(JSON.parse(text) as Message);
  const silent = performance.now();
  while (wires.length === 1) await wait(10);
  expect(performance.now() - silent).toBeLessThan(4_500);
  expect(old.closed).toBe(false); // it might be slow, and not dead
  welcomed();
  expect(old.closed).toBe(true);
  expect(latest().of('hello')).toHaveLength(1);
  const heard = told.length;
  old.say({ type: 'update' });
  expect(told).toHaveLength(heard);
});

test('what was not acknowledged is sent again, in order and with the same command', async () => {
  const old = welcomed();
  send({ type: 'answer', command: 'one' });
  old.say({ type: 'ack', command: 'one' });
  send({ type: 'answer', command: 'two' });
  send({ type: 'chat', command: 'three' });
  send({ type: 'undo-vote', agree: true });
  expect(line.waits).toBe(true);
  old.hangUp(1006);
  expect(told).toContain('LOST');
  expect(send({ type: 'interrupt', command: 'four' })).toBe(true);
  expect(send({ type: 'pass-call' })).toBe(false);
  await wait(300);
  latest().open();
  expect(latest().sent).toEqual([{ type: 'hello' }]);
  latest().say({ type: 'welcome' });
  expect(
    latest()
      .sent.slice(1)
      .map((message) => message['command']),
  ).toEqual(['two', 'three', 'four']);
  for (const command of ['two', 'three', 'four']) latest().say({ type: 'ack', command });
  expect(line.waits).toBe(false);
});

test('what another process has to carry out is sent again there, with the same command', async () => {
  for (const command of ['one', '']) {
    const old = welcomed();
    send({ type: 'answer', command: 'one' });
    old.say({ type: 'refused', command, code: 'moved' });
    expect(line.waits).toBe(true);
    expect(line.sendsAgain('moved')).toBe(true);
    expect(line.sendsAgain('stale')).toBe(false);
    old.hangUp(1012);
    await wait(300);
    const next = welcomed();
    expect(next.of('answer')).toEqual([{ type: 'answer', command: 'one' }]);
    next.say({ type: 'ack', command: 'one' });
    expect(line.waits).toBe(false);
    expect(line.sendsAgain('moved')).toBe(false);
    next.hangUp(1012);
    await wait(300);
  }
});

test('who is refused unread waits for nothing', () => {
  welcomed();
  send({ type: 'answer', command: 'one' });
  latest().say({ type: 'refused', command: '', code: 'too-fast' });
  expect(line.waits).toBe(false);
});

test('a slow line that speaks before the new one is taken stays', async () => {
  const slow = welcomed();
  while (wires.length === 1) await wait(10);
  slow.say({ type: 'pong' });
  expect(latest().closed).toBe(true);
  expect(told.slice(-2)).toEqual(['FOUND', 'pong']);
  expect(line.isOpen).toBe(true);
});

test('a new line may be dead, too', async () => {
  welcomed();
  while (wires.length === 1) await wait(10);
  latest().open(); // and not a word of welcome
  await wait(4_000);
  expect(wires.length).toBeGreaterThan(2);
  welcomed();
  expect(line.isOpen).toBe(true);
});

test('calls that nobody answers are given up, and come ever more seldom', async () => {
  welcomed().hangUp(1006);
  await wait(120_000);
  const gaps = wires.slice(2).map((wire, i) => wire.made - wires[i + 1]!.made);
  expect(wires[1]!.made - wires[0]!.made).toBeLessThan(300);
  expect(Math.min(...gaps)).toBeGreaterThanOrEqual(NO_CONNECTION);
  expect(Math.max(...gaps)).toBeLessThan(NO_CONNECTION + 15_100);
  expect(gaps.at(-1)).toBeGreaterThan(NO_CONNECTION + 4_900);
  expect(wires.slice(0, -1).every((wire, i) => i === 0 || wire.closed)).toBe(true);
});

test('not all come back in the same moment', async () => {
  const after: number[] = [];
  for (let i = 0; i < 20; i++) {
    welcomed().hangUp(1012);
    const lost = performance.now();
    const before = wires.length;
    while (wires.length === before) await wait(5);
    after.push(performance.now() - lost);
  }
  expect(Math.max(...after)).toBeLessThan(300);
  expect(new Set(after).size).toBeGreaterThan(5);
});

test('who is not wanted does not call again, and who is too fast waits', async () => {
  welcomed().hangUp(4429);
  await wait(900);
  expect(wires).toHaveLength(1);
  await wait(3_000);
  welcomed().hangUp(4401);
  await wait(60_000);
  expect(wires).toHaveLength(2);
  expect(told.at(-1)).toBe('GONE 4401');
});

test('a net that is back is used at once', async () => {
  welcomed().hangUp(1006);
  await wait(300);
  for (let i = 0; i < 6; i++) {
    latest().hangUp(1006);
    if (i < 5) while (latest().onclose === null) await wait(50);
  }
  const before = wires.length;
  line.wake();
  await wait(1);
  expect(wires).toHaveLength(before + 1);
});
