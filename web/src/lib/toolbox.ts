// What the panels of a box may use of the client, whatever they are written in.
import FlatDie from '../parts/FlatDie.svelte';
import Icon from '../parts/Icon.svelte';
import type { Mount, Toolbox } from './box';
import { fact, name, textOf } from './content.svelte';
import { t } from './i18n.svelte';
import { mount, unmount, type Component } from 'svelte';

/** A component of the client, drawn anew when its props change. */
const drawn =
  <Props extends Record<string, unknown>>(Part: Component<Props>): Mount<Props> =>
  (target, props) => {
    let part = mount(Part, { target, props });
    return {
      update: (props) => {
        void unmount(part);
        part = mount(Part, { target, props });
      },
      destroy: () => void unmount(part),
    };
  };

const die = drawn<{ die: string; size?: number }>(FlatDie);
const icon = drawn<{ id: string; label?: string }>(Icon);

export const toolbox = (explain: (what: string) => void): Toolbox => ({
  t,
  name,
  text: textOf,
  fact,
  explain,
  die,
  icon,
});
