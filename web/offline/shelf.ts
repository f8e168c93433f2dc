// What a browser keeps of games: IndexedDB, or the memory of this page where there is none.

/** What the engine reads and writes; `server/in_browser/store.py` says what. */
export interface Shelf {
  games(): Promise<string>;
  log(id: string): Promise<string>;
  write(id: string, game: string, first: number, lines: string): Promise<void>;
}

const NAME = 'rollplayer';
const GAMES = 'games';
const LINES = 'lines';

const done = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('not read'));
  });

function opened(): Promise<IDBDatabase> {
  const request = indexedDB.open(NAME, 1);
  request.onupgradeneeded = () => {
    request.result.createObjectStore(GAMES);
    request.result.createObjectStore(LINES);
  };
  return done(request);
}

/** All lines of a game lie side by side, in their order. */
const place = (id: string, number: number): [string, number] => [id, number];
const linesOf = (id: string, from = 0): IDBKeyRange =>
  IDBKeyRange.bound(place(id, from), place(id, Infinity));
/** Who writes; beside the lines, since no game has this name. */
const WRITER = place('', 0);
/** What a database says whose connection was lost, as browsers do to pages that slept. */
const LOST = ['InvalidStateError', 'UnknownError'];
/** What browsers say that keep nothing here, in private windows or where the reader forbids it. */
const FORBIDDEN = ['SecurityError', 'InvalidStateError'];
const nameOf = (error: unknown): string => (error as DOMException | null)?.name ?? '';

class Kept implements Shelf {
  private readonly me = `${Date.now()} ${Math.random()}`;

  constructor(
    private database: IDBDatabase,
    private readonly taken: () => void,
  ) {}

  /** Once more on a new connection if this one was lost: to write the same twice changes nothing. */
  private async twice<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (!LOST.includes(nameOf(error))) throw error;
      this.database = await opened();
      return work();
    }
  }

  private read(name: string, range?: IDBKeyRange): Promise<string> {
    return this.twice(async () =>
      JSON.stringify(await done(this.database.transaction(name).objectStore(name).getAll(range))),
    );
  }

  games = (): Promise<string> => this.read(GAMES);
  log = (id: string): Promise<string> => this.read(LINES, linesOf(id));

  private change(work: (all: IDBTransaction) => void): Promise<void> {
    return this.twice(
      () =>
        new Promise((resolve, reject) => {
          // Strict: what was acknowledged is on the disk.
          const all = this.database.transaction([GAMES, LINES], 'readwrite', { durability: 'strict' });
          all.oncomplete = () => resolve();
          all.onabort = () => reject(all.error ?? new Error('another tab plays on'));
          work(all);
        }),
    );
  }

  /** From here on nobody else writes: two that know different logs would spoil a game. */
  own = (): Promise<void> =>
    this.change((all) => {
      all.objectStore(LINES).put(this.me, WRITER);
    });

  write(id: string, game: string, first: number, lines: string): Promise<void> {
    const texts = JSON.parse(lines) as string[];
    return this.change((all) => {
      const log = all.objectStore(LINES);
      const writer = log.get(WRITER);
      writer.onsuccess = () => {
        if (writer.result !== this.me) {
          all.abort();
          this.taken();
          return;
        }
        all.objectStore(GAMES).put(game, id);
        log.delete(linesOf(id, first));
        texts.forEach((line, at) => log.put(line, place(id, first + at)));
      };
    });
  }
}

class Memory implements Shelf {
  private all = new Map<string, { game: string; lines: string[] }>();

  games = async (): Promise<string> => JSON.stringify([...this.all.values()].map(({ game }) => game));
  log = async (id: string): Promise<string> => JSON.stringify(this.all.get(id)?.lines ?? []);
  write = async (id: string, game: string, first: number, lines: string): Promise<void> => {
    const before = this.all.get(id)?.lines.slice(0, first - 1) ?? [];
    this.all.set(id, { game, lines: [...before, ...(JSON.parse(lines) as string[])] });
  };
}

/** The shelf, and whether what lies on it is there the next time. Told when another tab writes from now on. */
export async function shelf(taken: () => void): Promise<[Shelf, boolean]> {
  if (!self.indexedDB) return [new Memory(), false];
  try {
    const kept = new Kept(await opened(), taken);
    await kept.own();
    return [kept, true];
  } catch (error) {
    // Games that are there must not be taken for none because the disk is full.
    if (!FORBIDDEN.includes(nameOf(error))) throw error;
    return [new Memory(), false];
  }
}
