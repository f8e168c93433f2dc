// Whether somebody plays with the keys of a keyboard: only they are shown which key means what.

/** The pages with a table look at `data-keyboard` of the document (style/choices.css). */
export function watchKeyboard(): () => void {
  const { dataset } = document.documentElement;
  // A phone's own keyboard writes into fields, and says nothing about how one plays.
  const typed = (event: KeyboardEvent) => {
    const writing = (event.target as Element).closest?.('input, textarea, select, [contenteditable]');
    if (!writing && !['Control', 'Shift', 'Alt', 'Meta', 'Unidentified'].includes(event.key))
      dataset['keyboard'] = 'on';
  };
  const touched = (event: PointerEvent) => {
    if (event.pointerType === 'touch') delete dataset['keyboard'];
  };
  addEventListener('keydown', typed, true);
  addEventListener('pointerdown', touched, true);
  return () => {
    removeEventListener('keydown', typed, true);
    removeEventListener('pointerdown', touched, true);
  };
}
