// Wood, bone, paper and brass, made on the spot: bursts of filtered noise and short resonances, no files to load.

export type SoundName = 'roll' | 'place' | 'card' | 'coin' | 'token' | 'page' | 'hit' | 'end';

interface Strike {
  /** Seconds from the beginning of the sound. */
  at?: number;
  /** Hertz: the middle of the noise, or the pitch of what resonates; `to` is where it glides. */
  pitch: number;
  to?: number;
  /** Seconds until it has died away, and until it is loudest. */
  length: number;
  attack?: number;
  loud: number;
}

const SILENT = 0.0001;

class Workshop {
  readonly context = new AudioContext();
  private readonly out = this.context.createGain();
  private readonly noise = this.context.createBuffer(1, this.context.sampleRate, this.context.sampleRate);

  constructor() {
    this.out.connect(this.context.destination);
    const samples = this.noise.getChannelData(0);
    for (let i = 0; i < samples.length; i++) samples[i] = Math.random() * 2 - 1;
  }

  volume(loud: number): void {
    this.out.gain.value = loud;
  }

  /** Noise in a narrow band: what scrapes, rattles or slides. */
  scrape(start: number, { at = 0, pitch, to = pitch, length, attack = 0.002, loud }: Strike, q = 2): void {
    const source = this.context.createBufferSource();
    source.buffer = this.noise;
    const band = this.context.createBiquadFilter();
    band.type = 'bandpass';
    band.Q.value = q;
    this.glide(band.frequency, start + at, pitch, to, length);
    source.connect(band).connect(this.envelope(start + at, attack, length, loud));
    source.start(start + at, Math.random() * 0.5, length + 0.05);
  }

  /** A body that resonates: a knock on wood, the ring of a coin. */
  ring(start: number, { at = 0, pitch, to = pitch, length, attack = 0.001, loud }: Strike): void {
    const tone = this.context.createOscillator();
    this.glide(tone.frequency, start + at, pitch, to, length);
    tone.connect(this.envelope(start + at, attack, length, loud));
    tone.start(start + at);
    tone.stop(start + at + length + 0.05);
  }

  private glide(value: AudioParam, from: number, pitch: number, to: number, length: number): void {
    value.setValueAtTime(pitch, from);
    value.exponentialRampToValueAtTime(to, from + length);
  }

  private envelope(from: number, attack: number, length: number, loud: number): GainNode {
    const gain = this.context.createGain();
    gain.gain.setValueAtTime(SILENT, from);
    gain.gain.exponentialRampToValueAtTime(loud, from + attack);
    gain.gain.exponentialRampToValueAtTime(SILENT, from + length);
    gain.connect(this.out);
    return gain;
  }
}

const about = (value: number, share = 0.15): number => value * (1 + (Math.random() * 2 - 1) * share);

/** Bone on wood: the click of an edge, and the table that answers. */
function knock(shop: Workshop, start: number, at: number, loud: number): void {
  shop.scrape(start, { at, pitch: about(2600), length: 0.03, loud: loud * 0.9 }, 5);
  shop.ring(start, { at, pitch: about(1150), length: 0.025, loud: loud * 0.35 });
  shop.ring(start, { at, pitch: about(190), to: 120, length: 0.11, loud: loud * 0.9 });
}

const SOUNDS: Record<SoundName, (shop: Workshop, start: number) => void> = {
  roll(shop, start) {
    for (let i = 0; i < 6; i++)
      shop.scrape(start, { at: about(i * 0.045, 0.3), pitch: about(2400, 0.3), length: 0.024, loud: 0.3 }, 6);
    knock(shop, start, 0.32, 0.5);
    knock(shop, start, 0.43, 0.28);
    knock(shop, start, 0.5, 0.14);
  },
  place: (shop, start) => knock(shop, start, 0, 0.5),
  card: (shop, start) =>
    shop.scrape(start, { pitch: 1500, to: 5200, length: 0.2, attack: 0.07, loud: 0.3 }, 0.8),
  coin(shop, start) {
    for (const [i, pitch] of [3120, 4730, 6890].entries())
      shop.ring(start, { pitch: about(pitch, 0.02), length: 0.34 - i * 0.08, loud: 0.11 / (i + 1) });
    shop.ring(start, { at: 0.07, pitch: about(3480, 0.02), length: 0.22, loud: 0.07 });
  },
  token(shop, start) {
    shop.scrape(start, { pitch: 900, to: 700, length: 0.09, attack: 0.03, loud: 0.2 }, 1.5);
    shop.ring(start, { at: 0.09, pitch: 540, to: 430, length: 0.07, loud: 0.35 });
  },
  page: (shop, start) =>
    shop.scrape(start, { pitch: 700, to: 2600, length: 0.32, attack: 0.12, loud: 0.22 }, 0.7),
  hit(shop, start) {
    shop.ring(start, { pitch: 120, to: 48, length: 0.3, loud: 0.8 });
    shop.scrape(start, { pitch: 420, to: 180, length: 0.14, loud: 0.5 }, 0.8);
  },
  // Four bars of wood, struck one after the other.
  end(shop, start) {
    for (const [i, pitch] of [392, 494, 587, 784].entries()) {
      shop.ring(start, { at: i * 0.13, pitch, length: 0.5, loud: 0.3 });
      shop.ring(start, { at: i * 0.13, pitch: pitch * 3.93, length: 0.12, loud: 0.08 });
    }
  },
};

let shop: Workshop | undefined;

export function play(name: SoundName, wait: number, volume: number): void {
  shop ??= new Workshop();
  void shop.context.resume(); // a browser lets no page sound before it has been touched
  shop.volume(volume);
  SOUNDS[name](shop, shop.context.currentTime + 0.01 + wait);
}
