import { importsApi } from '#contract/people/imports.ts'
import { NO_TAGS } from '#server/cache/invalidation.ts'
import type { AppContext } from '#server/context.ts'
import { route } from '#server/http/route.ts'
import { checkImport, importOf, importResource, linksOfImport, startImport } from './imports.ts'
import { runImports } from './run-import.ts'

export function importRoutes(context: AppContext): void {
  const { db } = context
  runImports(context)

  route(context, importsApi.check, {
    changes: () => NO_TAGS,
    run: async ({ viewer, image: file }) => ({
      success: true as const,
      message: 'The file is checked.',
      ...(await checkImport(db, viewer, file)),
    }),
  })

  route(context, importsApi.get, {
    object: ({ param }) => importResource(db, param('importId')),
    run: async ({ object }) => importOf(object),
  })

  route(context, importsApi.start, {
    changes: () => NO_TAGS,
    object: ({ param }) => importResource(db, param('importId')),
    run: async ({ viewer, object: { id }, body, meta }) => {
      const { message, file } = await startImport(context, { viewer, meta }, { id, ...body })
      const { lines: _lines, ...state } = file
      return { success: true as const, message, ...state }
    },
  })

  route(context, importsApi.links, {
    object: ({ param }) => importResource(db, param('importId')),
    run: ({ object: { id }, header }) => {
      header('content-disposition', 'attachment; filename="links.csv"')
      return linksOfImport(context, id)
    },
  })
}
