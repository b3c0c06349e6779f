import { OutsidePage } from './OutsidePage.tsx'

export function RegisterPage() {
  return <OutsidePage title="Pendaftaran Ahli" />
}
