// A panel of a box (lib/box.ts) from a Svelte component, which gets all of its props as `now`.
import { mount, unmount, type Component } from 'svelte';
import type { Mount } from './box';

export const svelteMount =
  <Props>(Part: Component<{ now: Props }>): Mount<Props> =>
  (target, props) => {
    let now = $state.raw(props);
    const part = mount(Part, {
      target,
      props: {
        get now() {
          return now;
        },
      },
    });
    return {
      update: (props) => {
        now = props;
      },
      destroy: () => void unmount(part),
    };
  };
