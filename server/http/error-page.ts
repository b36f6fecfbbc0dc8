import type { FastifyRequest } from 'fastify'

/** Whether a browser navigates to this address. Programs do not ask for HTML. */
export function isOpenedByPerson({ method, url, headers }: FastifyRequest): boolean {
  const asksForPage = headers.accept?.includes('text/html') ?? false
  return asksForPage && (method === 'GET' || method === 'HEAD') && !url.startsWith('/api/')
}

/** A page with the message only: styles and scripts may be unavailable when an error occurs. */
export function errorPage(message: string): string {
  const sentence = message.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"><title>${sentence}</title></head><body><main><h1>${sentence}</h1><p><a href="">Try again</a></p></main></body></html>`
}
