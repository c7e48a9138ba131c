import { useSearchParams } from 'react-router-dom';

interface Option<Value extends string> {
  readonly value: Value;
  readonly label: string;
}

/** A list filter that is kept in the page's query string under `name`. Returns the props of its `Choice`. */
export const useFilter = <Value extends string>(name: string, options: readonly Option<Value>[], initial: Value) => {
  const [search, setSearch] = useSearchParams();
  const value = options.find((option) => option.value === search.get(name))?.value ?? initial;
  const onChange = (chosen: Value) => setSearch(chosen === initial ? {} : { [name]: chosen }, { replace: true });
  return { value, options, onChange };
};
