import { readFile } from 'node:fs/promises'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { fileURLToPath } from 'node:url'
import { createServer } from 'vite'
import type { Call } from '#contract/api.ts'
import { type Pages, pageOf, redirect } from './pages.ts'
import { createTemplate, type Entry, type Site, themeLink, themeScriptHash } from './template.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

export interface DevPages extends Pages {
  /** Serves the web's source files; calls `next` for any other request. */
  middleware: (request: IncomingMessage, response: ServerResponse, next: () => void) => void
  close: () => Promise<void>
}

interface DevPagesParts {
  call: Call
  site: () => Promise<Site>
  server: Server
}

/** The pages for `npm run dev`, rendered from the source files without any cache. */
export async function createDevPages({ call, site, server }: DevPagesParts): Promise<DevPages> {
  const vite = await createServer({
    root: `${root}web`,
    configFile: `${root}vite.config.ts`,
    appType: 'custom',
    server: { middlewareMode: true, ws: { server } },
  })
  const html = await readFile(`${root}web/index.html`, 'utf8')
  const templateOf = async (path: string) =>
    createTemplate(await vite.transformIndexHtml(path, await readFile(`${root}web/index.html`, 'utf8')))
  return {
    middleware: vite.middlewares,
    close: () => vite.close(),
    themeHash: themeScriptHash(html),
    shell: async () =>
      pageOf(200, (await templateOf('/')).membersShell(await site(), themeLink(await site()))),
    async render(path) {
      const template = await templateOf(path)
      const entry = await vite.ssrLoadModule('/app/entry-server.tsx')
      const render: Entry['render'] = entry.render
      const rendered = await render(path, { call, site: await site() })
      if (rendered.kind === 'redirect') return redirect(rendered)
      return pageOf(
        rendered.status,
        template.page(rendered, { styles: themeLink(await site()), scripts: '' }),
      )
    },
  }
}
