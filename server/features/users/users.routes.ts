import type { House } from '#server/core/house.ts'
import type { Images } from '#server/features/media/media.ts'

export function userRoutes(_house: House, _images: Images): void {}
