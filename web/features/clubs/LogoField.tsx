import { Button, FileButton, Group, Input } from '@mantine/core'
import { ClubAvatar } from '#web/ui/ClubAvatar.tsx'
import styles from './Clubs.module.css'
import { useUploadLogo } from './clubs.api.ts'
import { clubsText as text } from './clubs.text.ts'

/** `id`: what it will be once saved; left out: as it is. */
export interface Logo {
  id?: string | null
  url: string | null
}

export function LogoField({
  club,
  logo,
  onChange,
}: {
  club: { name: string; city: string }
  logo: Logo
  onChange: (logo: Logo) => void
}) {
  const upload = useUploadLogo()
  const take = (file: File | null) =>
    file && upload.mutate(file, { onSuccess: ({ id, url }) => onChange({ id, url }) })
  return (
    <Input.Wrapper label={text.logo} labelElement="div" className={styles.wide}>
      <Group gap="sm">
        <ClubAvatar club={{ ...club, logoUrl: logo.url }} size={56} />
        <FileButton accept="image/*" onChange={take} disabled={upload.isPending}>
          {props => (
            <Button {...props} variant="default" loading={upload.isPending}>
              {text.chooseLogo}
            </Button>
          )}
        </FileButton>
        {logo.url && (
          <Button variant="subtle" color="red" onClick={() => onChange({ id: null, url: null })}>
            {text.removeLogo}
          </Button>
        )}
      </Group>
    </Input.Wrapper>
  )
}
