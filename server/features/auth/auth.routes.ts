import type { House } from '#server/core/house.ts'
import type { Images } from '#server/features/media/media.ts'

export function authRoutes(_house: House, _parts: { images: Images; siteName: string }): void {}
