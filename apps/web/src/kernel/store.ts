import { createStore } from 'jotai';

/** The one place of state, for React's Provider and for code that runs without React. */
export const store = createStore();
