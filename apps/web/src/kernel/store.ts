import { createStore } from 'jotai';

/** The application's only jotai store, for React's Provider and for code outside of React. */
export const store = createStore();
