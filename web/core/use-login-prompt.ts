import { useLocation, useNavigate } from 'react-router'
import { loginState } from './guard.ts'
import { notify, SCREEN_TOAST_MS } from './toasts.ts'

/** Shows visitors a toast with a link to the login, which returns to this page. */
export function useLoginPrompt(text: string): () => void {
  const navigate = useNavigate()
  const location = useLocation()
  const run = () => void navigate('/login', { state: loginState(location) })
  return () => notify.error(text, { timeout: SCREEN_TOAST_MS, action: { label: 'Log in', run } })
}
