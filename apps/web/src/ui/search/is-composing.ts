import type { KeyboardEvent } from 'react';

/** What browsers report for a key that an input method takes, even where the composition has already ended. */
const takenByInputMethod = 'Process';
const takenKeyCode = 229;

/** Whether an input method composes text, and the key chooses among its candidates: it must not do anything else. */
export const isComposing = ({ key, keyCode, nativeEvent }: KeyboardEvent): boolean =>
  nativeEvent.isComposing || key === takenByInputMethod || keyCode === takenKeyCode;
