import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { WriteReply } from '#contract/lists.ts'

const Version = z.int().min(1).max(999_999_999)
const Versions = z.object({ terms: Version.optional(), privacy: Version.optional() })

export const consentsApi = {
  missing: endpoint('consents.missing', {
    summary: 'The newest versions of the legal pages that the caller should accept; none: nothing to ask',
    reply: z.object({ versions: Versions }),
  }),
  accept: endpoint('consents.accept', {
    summary: 'Accept versions of the terms and the privacy policy',
    body: Versions,
    reply: WriteReply,
  }),
}
