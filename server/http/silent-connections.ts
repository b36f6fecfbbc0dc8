import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** As long as an answer may wait for its reader (slow-readers.ts). */
const SILENT_SECONDS = 60
const LOOKS = 12

interface Heard {
  /** What had come and gone on the connection when it was last looked at. */
  bytes: number
  /** For how many looks it was that much. */
  looks: number
}

/**
 * Ends connections on which nothing comes and nothing goes, such as those on which an answer from memory is not taken.
 * Node's own timeout for that is set anew at every request, which takes a thirtieth of what a bare server can do.
 */
export function endSilentConnections(app: FastifyInstance, { seconds = SILENT_SECONDS } = {}): void {
  const connections = new Map<Socket, Heard>()
  app.server.on('connection', (socket) => {
    connections.set(socket, { bytes: 0, looks: 0 })
    socket.once('close', () => connections.delete(socket))
  })
  const look = () => {
    for (const [socket, heard] of connections) {
      const bytes = socket.bytesRead + socket.bytesWritten
      heard.looks = bytes === heard.bytes ? heard.looks + 1 : 0
      heard.bytes = bytes
      if (heard.looks >= LOOKS) socket.destroy()
    }
  }
  const timer = setInterval(look, (seconds * 1000) / LOOKS).unref()
  app.addHook('onClose', async () => clearInterval(timer))
}
