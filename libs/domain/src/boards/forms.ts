import { ArrayMaxSize, IsArray, IsBoolean, IsOptional, IsString, MaxLength } from 'class-validator';
import { filledText, rules } from '../kernel/form-rule.ts';
import { manyLines, oneLine } from '../kernel/text.ts';
import type { Normalizers } from '../kernel/text.ts';
import { itemsPerBoardMax } from './board.ts';

const boardNameMaxCharacters = 60;
const boardNoteMaxCharacters = 500;
const contentIdMaxCharacters = 100;

const nameMessage = `Please name the board, in at most ${boardNameMaxCharacters} characters`;
const noteMessage = `A note can have at most ${boardNoteMaxCharacters} characters`;
const itemsMessage = `Please send the ids of at most ${itemsPerBoardMax} items`;

const areItemIds = rules(
  IsArray({ message: itemsMessage }),
  ArrayMaxSize(itemsPerBoardMax, { message: itemsMessage }),
  IsString({ each: true, message: itemsMessage }),
  MaxLength(contentIdMaxCharacters, { each: true, message: itemsMessage }),
);

export class BoardNameForm {
  static readonly normalizers: Normalizers = { name: oneLine };

  @filledText(boardNameMaxCharacters, nameMessage)
  name: string = '';
}

/** A new board, with its first items. */
export class NewBoardForm extends BoardNameForm {
  @IsOptional()
  @areItemIds
  content_ids?: string[];
}

/** What a visitor saved in the browser before signing in. */
export class TakeOverForm {
  @areItemIds
  content_ids: string[] = [];
}

/** Saves an item; with its former note if its removal is undone. */
export class SaveItemForm {
  static readonly normalizers: Normalizers = { note: manyLines };

  @IsOptional()
  @IsString({ message: noteMessage })
  @MaxLength(boardNoteMaxCharacters, { message: noteMessage })
  note?: string;
}

export class BoardNoteForm {
  static readonly normalizers: Normalizers = { note: manyLines };

  @IsString({ message: noteMessage })
  @MaxLength(boardNoteMaxCharacters, { message: noteMessage })
  note: string = '';
}

export class ShareBoardForm {
  @IsBoolean({ message: 'Please choose whether people with the link can see your notes' })
  with_notes: boolean = false;
}
