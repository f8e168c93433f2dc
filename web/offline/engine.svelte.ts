// The engine as the page sees it: a server that is reached by messages, and kept by this browser.
import type { Socket } from '../src/lib/wire';
import type { FromEngine, ToEngine } from './messages';

/** Held by the page that plays: two would overwrite each other's games. */
const LOCK = 'rollplayer.engine';
/** The folder with Python and the game; its name changes with what is in it. */
declare const __ENGINE__: string;

type State = 'loading' | 'ready' | 'failed' | 'stopped' | 'elsewhere';
/** With this a server that restarts hangs up. */
const RESTARTS = 1012;
const GONE: readonly State[] = ['failed', 'stopped', 'elsewhere'];

/** Whether a keeper has put everything away, once it has or cannot: no room, or a file did not come. */
function keeps({ active, waiting, installing }: ServiceWorkerRegistration): Promise<boolean> {
  const begun = installing ?? waiting;
  if (active || !begun) return Promise.resolve(Boolean(active));
  return new Promise((settle) => {
    const look = (): void => {
      if (begun.state === 'activated') settle(true);
      else if (begun.state === 'redundant') settle(false);
    };
    begun.addEventListener('statechange', look);
    look();
  });
}

class Engine {
  state: State = $state('loading');
  /** Why it does not run, in the words of whoever refused. */
  why = $state('');
  /** Whether games are here the next time. */
  keeps = $state(true);
  /** Whether everything is here for a time without a network. */
  kept = $state(false);
  private worker: Worker | null = null;
  private numbers = 0;
  private waiting: ToEngine[] = [];
  private asked = new Map<number, (reply: Response) => void>();
  private lines = new Map<number, Socket>();

  /** If another tab plays, nothing is begun, unless that one is to stop. */
  async start(steal = false): Promise<void> {
    this.state = 'loading';
    const keeping = this.keep();
    // First everything is put away, so that it travels once; with a keeper that has it nobody waits.
    if (!navigator.serviceWorker?.controller) await keeping;
    if (!navigator.locks) return this.run(); // only where the page has no https
    try {
      await navigator.locks.request(LOCK, steal ? { steal } : { ifAvailable: true }, async (lock) => {
        if (!lock) {
          this.state = 'elsewhere';
          return;
        }
        this.run();
        await new Promise(() => undefined); // until the tab goes, or another takes it
      });
    } catch (error) {
      if ((error as DOMException | null)?.name === 'AbortError') this.stop();
      else if (this.worker) this.fail(String(error));
      else this.run(); // no page like this one gets a lock; the shelf looks after itself
    }
  }

  private run(): void {
    const worker = (this.worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' }));
    worker.onmessage = ({ data }) => this.hear(data as FromEngine);
    worker.onerror = ({ message }) => this.fail(message || 'worker.js');
    this.tell({ do: 'start', folder: new URL(`./${__ENGINE__}/`, document.baseURI).href });
  }

  /** Another tab goes on from here: what it writes must not meet what this one knows. */
  private stop(): void {
    this.worker?.terminate();
    this.worker = null;
    this.state = 'elsewhere';
    this.hangUp();
  }

  private fail(why: string): void {
    this.why = why;
    this.state = this.state === 'ready' ? 'stopped' : 'failed';
    this.hangUp();
  }

  /** Nothing that was asked is answered any more; lines are called again, and wait for an engine. */
  private hangUp(): void {
    this.waiting.length = 0;
    for (const number of [...this.asked.keys()]) this.answer(number, 503, '{}');
    const lines = [...this.lines.values()];
    this.lines.clear();
    for (const line of lines)
      line.onclose?.call(line as WebSocket, new CloseEvent('close', { code: RESTARTS }));
  }

  private tell(message: ToEngine): void {
    this.worker?.postMessage(message);
  }

  /** Once it runs, in the order in which it was said. */
  private later(message: ToEngine): void {
    if (this.state === 'ready') this.tell(message);
    else if (this.state === 'loading' || this.state === 'elsewhere') this.waiting.push(message);
  }

  private hear(message: FromEngine): void {
    if (message.told === 'ready') this.ready(message.keeps);
    else if (message.told === 'failed') this.fail(message.why);
    else if (message.told === 'taken') this.stop();
    else if (message.told === 'reply') this.answer(message.number, message.status, message.body);
    else {
      const line = this.lines.get(message.number);
      if (message.told === 'message')
        line?.onmessage?.call(line as WebSocket, new MessageEvent('message', { data: message.text }));
      else {
        this.lines.delete(message.number);
        line?.onclose?.call(line as WebSocket, new CloseEvent('close', { code: message.code }));
      }
    }
  }

  private ready(keeps: boolean): void {
    this.state = 'ready';
    this.keeps = keeps;
    for (const message of this.waiting.splice(0)) this.tell(message);
    document.documentElement.dataset['engine'] = String(Math.round(performance.now()));
  }

  /** Everything is put away, and no network is needed from here on. */
  private async keep(): Promise<void> {
    try {
      const keeper = await navigator.serviceWorker.register('./keeper.js');
      this.kept = await keeps(keeper);
      if (this.kept) document.documentElement.dataset['kept'] = 'yes';
    } catch {
      // Not allowed here: the game plays, and needs the network to begin.
    }
  }

  private answer(number: number, status: number, body: string): void {
    this.asked.get(number)?.(new Response(body, { status }));
    this.asked.delete(number);
  }

  request = (path: string, wish: RequestInit): Promise<Response> => {
    if (GONE.includes(this.state)) return Promise.resolve(new Response('{}', { status: 503 }));
    const number = ++this.numbers;
    const tokens = new Headers(wish.headers).get('Authorization')?.replace('Bearer ', '') ?? '';
    const reply = new Promise<Response>((done) => this.asked.set(number, done));
    const body = typeof wish.body === 'string' ? wish.body : '';
    this.later({ do: 'request', number, method: wish.method ?? 'GET', path, tokens, body });
    // A game that is to be played again should not be cleared away with what nobody needs.
    if (path.startsWith('/api/v1/games?')) void navigator.storage?.persist?.().catch(() => false);
    return reply;
  };

  call = (game: string): Socket => {
    const number = ++this.numbers;
    const line: Socket = {
      onopen: null,
      onmessage: null,
      onclose: null,
      send: (text) => this.later({ do: 'say', number, text: String(text) }),
      close: () => {
        this.lines.delete(number);
        this.later({ do: 'hang-up', number });
      },
    };
    this.lines.set(number, line);
    this.later({ do: 'call', number, game });
    queueMicrotask(() => line.onopen?.call(line as WebSocket, new Event('open')));
    return line;
  };
}

export const engine = new Engine();
