export interface Request {
  path: string
  method?: string
  headers?: Record<string, string>
  body?: string
}

export interface Drive {
  requests: Request[]
  connections: number
  seconds: number
  /** Where in the requests to begin. */
  offset: number
}

export interface Driven {
  /** Answers a second. */
  rate: number
  /** Milliseconds. */
  p50: number
  p99: number
  /** Of one answer with its head. */
  bytes: number
  requests: number
  /** Answers of 400 and more, and connections that broke. */
  failed: number
}
