import js from '@eslint/js';
import hooks from 'eslint-plugin-react-hooks';
import typescript from 'typescript-eslint';

export default typescript.config(
  {
    ignores: [
      '**/dist/**',
      '.cache/**',
      '**/node_modules/**',
      '**/*.mjs',
      '**/*.cjs',
      '**/*.config.*',
      'apps/web/public/**',
      'apps/web/take-over.js',
    ],
  },
  js.configs.recommended,
  ...typescript.configs.recommendedTypeChecked,
  {
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/consistent-type-imports': ['error', { disallowTypeAnnotations: false }],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      // A promise that nobody waits for loses its error.
      '@typescript-eslint/no-floating-promises': 'error',
      // A port's methods are async, so that an error is always a rejection.
      '@typescript-eslint/require-await': 'off',
      'no-console': 'error',
      'max-lines': ['warn', { max: 300, skipBlankLines: true, skipComments: true }],
    },
  },
  { files: ['apps/web/**/*.tsx'], ...hooks.configs.flat['recommended-latest'] },
  {
    files: ['test/**', '**/*.spec.ts', '**/*.test.ts', '**/*.test.tsx'],
    rules: {
      'no-console': 'off',
      'max-lines': 'off',
      // The matchers of the test runners (`expect.any`) are typed as any.
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
    },
  },
);
