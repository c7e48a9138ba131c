import { useSearchParams } from 'react-router-dom';

interface Option<Value extends string> {
  readonly value: Value;
  readonly label: string;
}

/** Which rows of a list the address asks for by `name`, as a `Choice` shows and changes it. */
export const useFilter = <Value extends string>(name: string, options: readonly Option<Value>[], otherwise: Value) => {
  const [search, setSearch] = useSearchParams();
  const value = options.find((option) => option.value === search.get(name))?.value ?? otherwise;
  const onChange = (asked: Value) => setSearch(asked === otherwise ? {} : { [name]: asked }, { replace: true });
  return { value, options, onChange };
};
