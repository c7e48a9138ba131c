import { render, screen } from '@testing-library/react';
import { pass } from '../testing/user.test-kit.ts';
import { lazyComponent } from './lazy-component.tsx';

afterEach(() => vi.unstubAllGlobals());

const Greeting = ({ name }: { name: string }) => <p>Hello, {name}</p>;

test('a lazy component loads its code when it is first rendered', async () => {
  const load = vi.fn(async () => Greeting);
  const Lazy = lazyComponent(load);
  expect(load).not.toHaveBeenCalled();
  render(<Lazy name="Mara" />);
  expect(await screen.findByText('Hello, Mara')).toBeVisible();
  render(<Lazy name="Lena" />);
  expect(screen.getByText('Hello, Lena')).toBeVisible();
  expect(load).toHaveBeenCalledTimes(1);
});

test('[GAL-22] its code is loaded once the page has been idle for a while, so that it then appears at once', async () => {
  vi.stubGlobal('requestIdleCallback', (work: () => void) => work());
  const load = vi.fn(async () => Greeting);
  const Lazy = lazyComponent(load);
  await pass(3_900);
  expect(load).not.toHaveBeenCalled();
  await pass(200);
  expect(load).toHaveBeenCalledTimes(1);
  render(<Lazy name="Mara" />);
  expect(screen.getByText('Hello, Mara')).toBeVisible();
});
