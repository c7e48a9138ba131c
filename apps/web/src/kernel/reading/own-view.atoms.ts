import { atom } from 'jotai';
import type { Atom } from 'jotai';
import { queryAtom, userIdAtom } from './queries.ts';
import { get as read } from '../send.ts';
import { viewAtom } from './view-atom.ts';
import type { ViewState } from './view-atom.ts';

interface OwnView<T> extends ViewState<T> {
  readonly userId: string;
}

/** One of the signed-in user's views as the live connection delivers it; `undefined` until it has. */
export const ownLiveAtom = <T>(view: string): Atom<ViewState<T> | undefined> =>
  atom((get) => {
    const userId = get(userIdAtom);
    return userId ? get(viewAtom<T>(view, userId)) : undefined;
  });

/**
 * The newest known state of one of the signed-in user's live views. Until the live connection delivers it, it is read
 * from `path`, whose answer includes the position; a failed read is ignored.
 */
export const ownViewAtom = <Answer extends ViewState<unknown>>(
  view: string,
  path: string,
): Atom<OwnView<Answer['value']> | undefined> => {
  const liveAtom = ownLiveAtom<Answer['value']>(view);
  const readAtom = queryAtom([path], () => read<Answer>(path), { gcTime: Infinity });
  return atom((get) => {
    const userId = get(userIdAtom);
    if (!userId) return undefined;
    const { data } = get(readAtom);
    const live = get(liveAtom);
    const newest = live && live.position >= (data?.position ?? -1) ? live : data;
    return newest && { ...newest, userId };
  });
};
