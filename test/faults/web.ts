import type { Fault } from './fault.ts';

const paths = 'apps/web/src/paths.ts';
const cart = 'apps/web/src/ordering/cart/cart.atoms.ts';
const formField = 'apps/web/src/kernel/forms/form-field.tsx';

/** What people see, read and press. */
export const web: readonly Fault[] = [
  {
    name: 'After sign-in one is led to another site',
    file: paths,
    right:
      'return target.origin === window.location.origin ? `${target.pathname}${target.search}${target.hash}` : null;',
    wrong: 'return target.pathname === "" ? null : candidate;',
    step: 'web',
    tests: 'sign-in/destination.test',
  },
  {
    name: 'The address of the brand’s marketplace is another one',
    file: paths,
    right: "    marketplace: '/brand/marketplace',",
    wrong: "    marketplace: '/brand/market',",
    step: 'journeys',
    tests: 'routes.journey',
    titled: 'brand pages are shown to a brand',
  },
  {
    name: 'A toast has other words than were agreed',
    file: cart,
    right: "toast.success('Added to cart',",
    wrong: "toast.success('Item added',",
    step: 'web',
    tests: 'cart/cart.atoms.test',
  },
  {
    name: 'A toast is gone after three seconds',
    file: 'apps/web/src/kernel/toaster.tsx',
    right: 'const shownMs = 4_000;',
    wrong: 'const shownMs = 3_000;',
    step: 'web',
    tests: 'kernel/toast.test',
    titled: '4000 ms',
  },
  {
    name: 'The cart of one brand is shown to the next one',
    file: cart,
    right: '`cart:${userId}`;',
    wrong: '`cart:${userId.length}`;',
    step: 'web',
    tests: 'cart/cart.atoms.test',
  },
  {
    name: 'The chosen theme is forgotten',
    file: 'apps/web/src/shell/theme/theme-mode.ts',
    right: 'localStore.setItem(storageKey, mode);',
    wrong: '',
    step: 'web',
    tests: 'theme/theme-mode.test',
  },
  {
    name: 'What is wrong with a field is not said',
    file: formField,
    right: 'const note = error ?? help;',
    wrong: 'const note = help;',
    step: 'web',
    tests: 'sign-in/creator-form.test',
  },
  {
    name: 'What the server says of a field is lost',
    file: 'apps/web/src/kernel/forms/form.tsx',
    right: "form.setError((names[name] ?? name) as Path<Form>, { type: 'server', message });",
    wrong: 'form.clearErrors(`${names[name] ?? name}${message}` as Path<Form>);',
    step: 'web',
    tests: 'payment/payment-form.test',
  },
  {
    name: 'A screen reader hears no label of a field',
    file: formField,
    right: '<chakra.label htmlFor={id} ',
    wrong: '<chakra.label ',
    step: 'web',
    tests: 'sign-in/creator-form.test',
  },
  {
    name: 'A screen reader hears no name of the cart',
    file: 'apps/web/src/shell/bars/cart-button.tsx',
    right: ' aria-label={labelOf(count)}',
    wrong: ' data-label={labelOf(count)}',
    step: 'web',
    tests: 'shell/shell.test',
    titled: 'badge',
  },
  {
    name: 'A brand is shown the pages of a creator',
    file: 'apps/web/src/shell/gates/only-for.tsx',
    right: 'if (role && session.role !== role) return',
    wrong: 'if (role && session.role === role) return',
    step: 'web',
    tests: 'gates/only-for.test',
  },
  {
    name: 'A refused read is sent again and again',
    file: 'apps/web/src/kernel/send.ts',
    right: 'if (!isTransient(error)) throw error;',
    wrong: '',
    step: 'web',
    tests: 'kernel/send.test',
  },
  {
    name: 'The shop’s samples pass for items that are sold',
    file: 'apps/web/src/marketplace/samples.ts',
    right: '  sample: true,\n',
    wrong: '  sample: false,\n',
    step: 'web',
    tests: 'marketplace/marketplace.test',
  },
];
