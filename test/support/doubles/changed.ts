/** A copy of the object with some members replaced. A spread would miss a port's methods, which may be on a class. */
export const changed = <Of extends object>(of: Of, changes: Partial<Of>): Of =>
  Object.assign(Object.create(of) as Of, changes);
