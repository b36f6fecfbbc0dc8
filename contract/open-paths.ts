/**
 * Addresses outside the contract. They return the same to everyone, except `/metrics`, which checks the caller. The server
 * serves nothing else.
 */
export const OPEN_PATHS: readonly string[] = [
  '/*',
  '/assets/*',
  '/media/:file',
  '/theme/:file',
  '/art/:category/:file',
  '/v/:signature/:id/*',
  '/robots.txt',
  '/sitemap.xml',
  '/csp-report',
  '/api/*',
  '/api/docs',
  '/api/openapi.json',
  '/healthz',
  '/readyz',
  '/metrics',
]
