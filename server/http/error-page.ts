import type { FastifyRequest } from 'fastify'

/** Somebody opened an address in a browser; programs ask for JSON, or for nothing in particular. */
export function isOpenedByPerson({ method, url, headers }: FastifyRequest): boolean {
  const asksForPage = headers.accept?.includes('text/html') ?? false
  return asksForPage && (method === 'GET' || method === 'HEAD') && !url.startsWith('/api/')
}

/** The sentence alone: whatever would make it prettier is what cannot be served now. */
export function errorPage(message: string): string {
  const sentence = message.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"><title>${sentence}</title></head><body><main><h1>${sentence}</h1><p><a href="">Try again</a></p></main></body></html>`
}
