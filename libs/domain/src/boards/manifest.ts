import type { Manifest } from '../kernel/manifest.ts';
import { boardLinks } from './board-links.view.ts';
import { boards } from './board.ts';
import { boardsView } from './boards.view.ts';

export const boardsManifest: Manifest = { deciders: [boards], views: [boardsView, boardLinks] };
