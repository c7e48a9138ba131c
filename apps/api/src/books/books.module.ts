import { Module } from '@nestjs/common';
import { MoneyBoard } from './money-board.ts';
import { MoneyController } from './money.controller.ts';

@Module({ controllers: [MoneyController], providers: [MoneyBoard] })
export class BooksModule {}
