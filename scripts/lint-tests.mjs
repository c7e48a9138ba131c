// oxlint's rules for tests, beyond its own: what makes a test fail now and then for no fault of the product.

const isMethod = (callee, object, ...names) =>
  callee.type === 'MemberExpression' && callee.object.name === object && names.includes(callee.property.name);

/** Whether it is `describe.serial`, or one of its own, such as `describe.serial.only`. */
const isSerial = (callee) =>
  callee.type === 'MemberExpression' && (callee.property.name === 'serial' || isSerial(callee.object));

const isExpect = (callee) => callee.name === 'expect' || isMethod(callee, 'expect', 'soft');

/** Whether a node is inside of what `expect(…).toPass()` tries again and again. */
const isTriedAgain = (node) => {
  for (let inner = node; inner.parent; inner = inner.parent) {
    const isArgument = inner.parent.type === 'CallExpression' && inner.parent.arguments.includes(inner);
    if (!isArgument || !isExpect(inner.parent.callee)) continue;
    const { parent } = inner.parent;
    if (parent.type === 'MemberExpression' && parent.property.name === 'toPass') return true;
  }
  return false;
};

const rule = (create) => ({ create });

const onCall = (check) => rule((context) => ({ CallExpression: (node) => check(node, context) }));

export default {
  meta: { name: 'tests' },
  rules: {
    'assertions-retry': onCall((node, context) => {
      const [asserted] = node.arguments;
      if (!isExpect(node.callee) || asserted?.type !== 'AwaitExpression' || isTriedAgain(node)) return;
      context.report({
        node,
        message: 'This looks once, perhaps too early: assert on a locator, or with `expect.poll` or `toPass`.',
      });
    }),

    'stands-alone': onCall((node, context) => {
      const isMode = ({ key, value }) => key?.name === 'mode' && value?.value === 'serial';
      const isConfigured = node.arguments.some(({ properties = [] }) => properties.some(isMode));
      if (!isSerial(node.callee) && !isConfigured) return;
      context.report({ node, message: 'A scenario is one test with steps: it does not depend on the test before it.' });
    }),

    'no-module-by-path': onCall((node, context) => {
      const [path] = node.arguments;
      if (!isMethod(node.callee, 'vi', 'mock', 'doMock') || !String(path?.value).startsWith('.')) return;
      context.report({
        node,
        message: 'Replace `fetch` or the socket (src/testing), so that our own modules are tested.',
      });
    }),

    'fake-time': onCall((node, context) => {
      if (!isMethod(node.callee, 'vi', 'useRealTimers', 'waitFor', 'waitUntil')) return;
      context.report({
        node,
        message: 'Time is fake in these tests: wait with `waitFor` of Testing Library, or with `pass` (src/testing).',
      });
    }),
  },
};
