export const successorKinds = ['renewal', 'upgrade'] as const;
export type SuccessorKind = (typeof successorKinds)[number];

/** The license that this one continues. A license has at most one successor. */
export interface LicenseBasis {
  readonly kind: SuccessorKind;
  readonly license_id: string;
}

const verbOf: Readonly<Record<SuccessorKind, string>> = { renewal: 'renews', upgrade: 'upgrades' };

export const basisText = ({ kind, license_id }: LicenseBasis) => `This license ${verbOf[kind]} license ${license_id}.`;
