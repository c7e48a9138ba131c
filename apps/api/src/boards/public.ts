/** What other features may use of this one; nothing else of it is imported from outside. */
export { BoardsModule } from './boards.module.ts';
export { OwnBoards } from './own-boards.ts';
