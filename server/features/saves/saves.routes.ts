import type { House } from '#server/core/house.ts'

export function saveRoutes(_house: House): void {}
