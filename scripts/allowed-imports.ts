/**
 * Which files may import what. `npm run architecture` checks every import; the layers of the features are in
 * architecture-rules.ts.
 */

const NO_TEST = '(?!.*\\.test\\.)'

/**
 * An allowed or forbidden import. `from` matches the importing file; `may` and `mayNot` match the beginning of the import:
 * one of our paths, `npm:<package>` or `node:<module>`. `$1` and `$2` stand for the captures of `from`, so a rule covers
 * a new feature as soon as its folder exists.
 */
export interface ImportRule {
  rule: string
  from: RegExp
  may?: readonly string[]
  mayNot?: readonly string[]
  /** Type-only imports are allowed, because they do not exist at run time. */
  atRunTimeOnly?: boolean
}

const packages = (...names: string[]): string[] => names.map((name) => `npm:${name}(/|$)`)

/** A `mayNot` that forbids all packages except these. */
const allPackagesBut = (...names: string[]): string[] => [`npm:(?!(${names.join('|')})(/|$))`]

export const IMPORT_RULES: readonly ImportRule[] = [
  {
    rule: 'The contract imports only zod, the password estimator, the arithmetic of colours and itself.',
    from: new RegExp(`^contract/${NO_TEST}`),
    may: ['contract/', ...packages('zod', '@zxcvbn-ts/core', '@zxcvbn-ts/language-common', 'culori')],
  },
  {
    rule: 'Server and web meet in the contract, never in each other.',
    from: /^(server|web)\//,
    mayNot: ['(?!$1/)(server|web)/'],
  },
  {
    rule: 'Product code imports no tests, scripts or builds.',
    from: new RegExp(`^(contract|server|web)/${NO_TEST}(?!test-)`),
    mayNot: ['(scripts|tests|dist)/', '(server|web)/test-'],
  },
  {
    rule: 'The server core imports no feature.',
    from: new RegExp(`^server/(data|files|http|cache|auth|jobs|workers)/${NO_TEST}`),
    mayNot: ['server/(features|pages|cli|demo)/'],
  },
  {
    rule: 'The web core imports no feature.',
    from: new RegExp(`^web/(core|ui)/${NO_TEST}`),
    mayNot: ['web/(features|screens|app)/'],
  },
  {
    rule: 'web/core does not import web/ui.',
    from: new RegExp(`^web/core/${NO_TEST}`),
    mayNot: ['web/ui/'],
  },
  {
    rule: 'A feature imports lower layers only.',
    from: new RegExp(`^server/features/([^/]+)/${NO_TEST}`),
    may: [
      'contract/',
      'server/(data|files|http|cache|auth|jobs)/',
      'server/context.ts',
      'server/events.ts',
      'server/features/$1/',
      'npm:',
      'node:',
    ],
  },
  {
    rule: 'A feature imports lower layers only.',
    from: new RegExp(`^web/features/([^/]+)/${NO_TEST}`),
    may: ['contract/', 'web/core/', 'web/ui/', 'web/styles/', 'web/features/$1/', 'npm:'],
  },
  {
    rule: 'A screen does not import the app.',
    from: new RegExp(`^web/screens/${NO_TEST}`),
    mayNot: ['web/app/'],
  },
  {
    rule: 'Rendering uses what app.ts passes to it, not the features.',
    from: new RegExp(`^server/pages/${NO_TEST}`),
    mayNot: ['server/features/'],
  },
  {
    rule: 'Only *.queries.ts and server/data contain SQL.',
    from: /^server\/(?!data\/|demo\/|test-|http\/health\.ts$)(?!.*\.(queries|test)\.ts$)/,
    mayNot: packages('kysely'),
  },
  {
    rule: 'Only server/data opens a database.',
    from: /^server\/(?!data\/|test-)(?!.*\.test\.ts$)/,
    mayNot: packages('better-sqlite3', 'pg', 'pg-cursor'),
  },
  {
    rule: 'The browser downloads what web imports: this list and no more.',
    from: new RegExp(`^web/${NO_TEST}(?!test-)`),
    mayNot: [
      'node:',
      ...allPackagesBut(
        'react',
        'react-dom',
        'react-router',
        '@tanstack/react-query',
        '@base-ui/react',
        'react-dropzone',
        '@atlaskit/pragmatic-drag-and-drop',
        '@atlaskit/pragmatic-drag-and-drop-hitbox',
        'diff',
        '@simplewebauthn/browser',
        'uqr',
        'hls.js',
        'idb',
        'tus-js-client',
        'idb',
      ),
    ],
    atRunTimeOnly: true,
  },
  {
    rule: 'The server runs on these packages and no more.',
    from: new RegExp(`^server/${NO_TEST}(?!test-)`),
    mayNot: allPackagesBut(
      'fastify',
      '@fastify/multipart',
      '@fastify/proxy-addr',
      '@fastify/static',
      'kysely',
      'markdown-it',
      'better-sqlite3',
      'pg',
      'pg-cursor',
      'zod',
      'zod-openapi',
      'sharp',
      '@node-rs/argon2',
      '@simplewebauthn/server',
      'openid-client',
      'otpauth',
      'unicode-confusables',
      'pino-pretty',
      'prom-client',
      'rate-limiter-flexible',
      'ioredis',
      'lru-cache',
      'chardet',
      'csv-parse',
      'entities',
      'nodemailer',
      's3mini',
      '@tus/server',
      '@tus/file-store',
      'tar',
      'vite',
    ),
    atRunTimeOnly: true,
  },
  {
    // The bench inserts millions of rows with the product's own code.
    rule: 'End-to-end tests use only the public interface.',
    from: /^tests\/(?!bench\/)/,
    mayNot: ['(server|web)/'],
  },
]
