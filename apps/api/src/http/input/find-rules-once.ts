import { getMetadataStorage } from 'class-validator';

/**
 * Makes class-validator find the rules of a class once. By default, it goes through all classes that have rules each time
 * it validates, to find those that a class inherits from, and that takes most of the time.
 */
export const findRulesOnce = () => {
  const storage = getMetadataStorage();
  const find = storage.getTargetValidationMetadatas.bind(storage);
  const found = new Map<unknown, ReturnType<typeof find>>();
  storage.getTargetValidationMetadatas = (target, schema, always, strictGroups, groups) => {
    if (schema || always || strictGroups || groups?.length) return find(target, schema, always, strictGroups, groups);
    const rules = found.get(target) ?? find(target, schema, always, strictGroups, groups);
    found.set(target, rules);
    return rules;
  };
};
