import { assertNever } from '../../kernel/decider.ts';
import { passwordChanged } from './new-password.ts';
import { changedEmail } from './own-email.ts';
import { secondFactorAdded, secondFactorRemoved } from './second-factor.ts';
import type { SecondFactorKind } from './second-factor.ts';
import { securityNotice } from './security-notice.ts';
import type { SecurityNotice } from './security-notice.ts';

interface RecordedFactor {
  readonly factor_id: string;
  readonly factor_kind: SecondFactorKind;
  /** Given by its owner; may be empty. */
  readonly name: string;
}

/** What changes how an account is signed in to; its owner is told of each. */
export type AccessCommand =
  | { readonly kind: 'change-email'; readonly email: string }
  | { readonly kind: 'record-password-change'; readonly change_id: string }
  | ({ readonly kind: 'record-second-factor' | 'record-second-factor-removal' } & RecordedFactor);

interface Access {
  readonly account_id: string;
  readonly email: string;
  readonly latest_password_change: string | null;
  /** Ids of the second factors. */
  readonly second_factors: readonly string[];
}

export const accessChanges = (command: AccessCommand, { account_id, ...access }: Access) => {
  const tell = (notice: SecurityNotice) => securityNotice(account_id, notice);
  switch (command.kind) {
    case 'change-email': {
      const changed = changedEmail(account_id, access.email, command.email);
      const told = [access.email, ...changed.map(({ data }) => data.email)];
      return changed.length === 0
        ? []
        : [...changed, ...told.map((to) => tell({ about: 'email_changed', facts: { to } }))];
    }
    case 'record-password-change': {
      const { change_id } = command;
      if (access.latest_password_change === change_id) return [];
      return [passwordChanged.of({ account_id, change_id }), tell({ about: 'password_changed', facts: null })];
    }
    case 'record-second-factor': {
      const { factor_id, factor_kind: kind, name } = command;
      if (access.second_factors.includes(factor_id)) return [];
      const added = secondFactorAdded.of({ account_id, factor_id, kind });
      return [added, tell({ about: 'second_factor_added', facts: { kind, name } })];
    }
    case 'record-second-factor-removal': {
      const { factor_id, factor_kind: kind, name } = command;
      if (!access.second_factors.includes(factor_id)) return [];
      const removed = secondFactorRemoved.of({ account_id, factor_id });
      return [removed, tell({ about: 'second_factor_removed', facts: { kind, name } })];
    }
    default:
      return assertNever(command);
  }
};
