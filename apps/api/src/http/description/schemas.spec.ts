import { Like, Nullable, Text, field } from '@tessera/contract/kernel/fields';
import { rule } from '@tessera/domain/kernel/form-rule';
import { IsHexColor, IsOptional, Length, Matches, MaxLength } from 'class-validator';
import { fieldsOf, requiredOf } from './schemas.ts';

const isEven = rule((value) => typeof value === 'number' && value % 2 === 0, {}, { type: 'number', multipleOf: 2 });

class Form {
  @Length(1, 100)
  readonly id!: string;

  @isEven
  readonly even!: number;

  @IsOptional()
  @Matches(/^[a-z]+$/)
  readonly word?: string;
}

class Change {
  @IsOptional()
  @Nullable()
  @Like(() => Form, 'id', 'The new one.')
  readonly id?: string | null;

  @Text()
  readonly name!: string;
}

it('each rule of a form is described, and a custom rule by its own schema', () => {
  expect(Object.fromEntries(fieldsOf(Form))).toEqual({
    id: { type: 'string', minLength: 1, maxLength: 100 },
    even: { type: 'number', multipleOf: 2 },
    word: { type: 'string', pattern: '^[a-z]+$' },
  });
  expect(requiredOf(Form)).toEqual(['id', 'even']);
});

it('a field that is checked as part of a form is described like the form’s', () => {
  expect(Object.fromEntries(fieldsOf(Change))).toEqual({
    id: { description: 'The new one.', type: ['string', 'null'], minLength: 1, maxLength: 100 },
    name: { type: 'string' },
  });
  expect(requiredOf(Change)).toEqual(['name']);
});

it('nothing is left out silently: an unknown rule and a pattern with flags stop the description', () => {
  class Unknown {
    @field(undefined, IsHexColor(), MaxLength(7))
    readonly color!: string;
  }
  class Flagged {
    @Matches(/^[a-z]+$/i)
    readonly word!: string;
  }
  expect(() => fieldsOf(Unknown)).toThrow('The description doesn’t know the rule isHexColor of color');
  expect(() => fieldsOf(Flagged)).toThrow('/^[a-z]+$/i');
});
