import type { Call } from '#contract/api.ts'

export interface Site {
  name: string
  /** Scheme and host without a final slash. */
  origin: string
}

/** What the built `web/app/entry-server.tsx` gives for one path; the server knows it by this shape alone. */
export type Rendered =
  | {
      kind: 'page'
      status: number
      html: string
      head: string
      /** Sources of the screens on the page, below web/. */
      chunks: string[]
      /** What search engines are told of the page, if anything. */
      data?: object | undefined
      state: unknown
    }
  | { kind: 'redirect'; status: number; location: string }

export interface Entry {
  render: (path: string, parts: { call: Call; site: Site }) => Promise<Rendered>
}
