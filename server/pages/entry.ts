import type { Call } from '#contract/api.ts'

export interface Site {
  name: string
  origin: string
}

/** The result of the built `web/app/entry-server.tsx` for one path. */
export type Rendered =
  | {
      kind: 'page'
      status: number
      html: string
      head: string
      chunks: string[]
      data?: object | undefined
      state: unknown
    }
  | { kind: 'redirect'; status: number; location: string }

export interface Entry {
  render: (path: string, parts: { call: Call; site: Site }) => Promise<Rendered>
}
