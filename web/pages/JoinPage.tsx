import { useLocation } from '@tanstack/react-router'
import { Join } from '#web/features/registration/Join.tsx'
import { joinText } from '#web/features/registration/registration.text.ts'
import { OutsidePage } from './OutsidePage.tsx'

/** The token stands behind the #, which browsers send to no server and note in no referrer. */
export function JoinPage() {
  const { hash } = useLocation()
  return (
    <OutsidePage title={joinText.title} isWide>
      <Join key={hash} token={hash} />
    </OutsidePage>
  )
}
