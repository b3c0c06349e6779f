import { useSearch } from '@tanstack/react-router'
import { Proved } from '#web/features/auth/Proved.tsx'
import { provedText } from '#web/features/auth/proof.text.ts'
import { OutsidePage } from './OutsidePage.tsx'

export function ProvedPage() {
  const { google } = useSearch({ from: '/proved' })
  return (
    <OutsidePage title={provedText.title}>
      <Proved failure={google} />
    </OutsidePage>
  )
}
