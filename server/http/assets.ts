import fastifyStatic from '@fastify/static'
import type { FastifyError, FastifyInstance } from 'fastify'
import { answerUnknownCall } from './errors.ts'

/** Serves scripts and styles below `/assets/`, named by the hash of their content. */
export async function serveAssets(app: FastifyInstance, root: string): Promise<void> {
  await app.register(async (scope) => {
    // The library throws for a folder or a path outside of the root; both count as missing.
    scope.setErrorHandler((error: FastifyError, request, reply) => {
      if (error.statusCode === undefined || error.statusCode >= 500) throw error
      return answerUnknownCall(request, reply)
    })
    await scope.register(fastifyStatic, {
      root,
      prefix: '/assets/',
      preCompressed: true,
      immutable: true,
      maxAge: '1y',
      index: false,
    })
  })
}
