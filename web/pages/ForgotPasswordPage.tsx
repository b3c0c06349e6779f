import { OutsidePage } from './OutsidePage.tsx'

export function ForgotPasswordPage() {
  return <OutsidePage title="Lupa Kata Laluan" />
}
