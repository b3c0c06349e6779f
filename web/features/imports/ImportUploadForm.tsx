import '@mantine/core/styles/Progress.css'
import { Button, Input, NativeSelect, Progress, Stack, Text } from '@mantine/core'
import { IconFileSpreadsheet } from '@tabler/icons-react'
import { useState } from 'react'
import type { CurrentUser } from '#shared/contracts/auth/auth.schemas.ts'
import { getPermissionScopeOfActor } from '#shared/policies.ts'
import { importText as text } from '#texts/imports.ts'
import { useIsTouchscreen } from '#web/lib/device/use-is-touchscreen.ts'
import { useClubOptions } from '#web/lib/query/use-club-options.ts'
import { useCountriesOpenForRegistration } from '#web/lib/query/use-countries.ts'
import { FailureMessage } from '#web/ui/feedback/ResultMessages.tsx'
import { CountrySelect } from '#web/ui/form/CountrySelect.tsx'
import { FileDropArea } from '#web/ui/form/FilesField.tsx'
import { BackLink } from '#web/ui/layout/BackLink.tsx'
import { Columns } from '#web/ui/layout/Columns.tsx'
import { Panel } from '#web/ui/layout/Panel.tsx'
import { useUploadImport } from './imports.api.ts'

/** Form field for the file to import, which is sent when the form is submitted. */
function ImportFileField({ file, onChange }: { file: File | undefined; onChange: (file: File) => void }) {
  const isTouch = useIsTouchscreen()
  return (
    <Input.Wrapper label={text.file} labelElement="div">
      <FileDropArea
        label={file ? `${text.file}: ${file.name}` : text.chooseFile}
        icon={<IconFileSpreadsheet size={28} stroke={1.5} aria-hidden />}
        title={
          <Text span fw={600} style={{ overflowWrap: 'anywhere' }}>
            {file?.name ?? (isTouch ? text.chooseFile : text.dropOrChooseFile)}
          </Text>
        }
        help={file ? text.chooseOtherFile : text.fileLimit}
        accept=".csv,.tsv,.txt,.xlsx"
        onFiles={([chosen]) => chosen && onChange(chosen)}
      />
    </Input.Wrapper>
  )
}

/** Uploads a file for import. The chosen country and club apply to lines that name none. */
export function ImportUploadForm({ user, onDone }: { user: CurrentUser; onDone: (id: number) => void }) {
  const scope = getPermissionScopeOfActor(user)
  const [file, setFile] = useState<File>()
  const [country, setCountry] = useState(scope.over === 'country' ? scope.country : '')
  const [clubId, setClubId] = useState('')
  const [progress, setProgress] = useState(0)
  const clubs = useClubOptions(country)
  const countries = useCountriesOpenForRegistration()
  const upload = useUploadImport(setProgress)
  // When the upload has finished, the server reads the whole import file before it responds.
  const progressText = progress < 1 ? text.sending : text.reading
  const send = () => {
    if (!file) return
    upload.mutate(
      { file, country: country || undefined, clubId: Number(clubId) || undefined },
      { onSuccess: ({ id }) => onDone(id) },
    )
  }
  return (
    <div>
      <BackLink to="/members">{text.backToMembers}</BackLink>
      <Panel title={text.upload} subtitle={text.uploadHelp}>
        <Stack>
          <ImportFileField file={file} onChange={setFile} />
          <Columns template={{ sm: 'repeat(2, minmax(0, 1fr))' }} gap={16}>
            {scope.over === 'all' && (
              <CountrySelect
                label={text.country}
                countries={countries}
                emptyLabel={text.anyCountry}
                value={country}
                onChange={chosen => {
                  setCountry(chosen ?? '')
                  setClubId('')
                }}
              />
            )}
            {scope.over !== 'club' && (
              <NativeSelect
                label={text.club}
                data={[
                  { value: '', label: country ? text.anyClub : text.chooseCountryFirst },
                  ...(clubs.data ?? []).map(({ id, name }) => ({ value: String(id), label: name })),
                ]}
                value={clubId}
                disabled={!country}
                onChange={event => setClubId(event.currentTarget.value)}
              />
            )}
          </Columns>
          <FailureMessage error={upload.error} otherwise={text.uploadFailed} />
          {upload.isPending && (
            <div role="status">
              <Text size="sm" mb={6}>
                {progressText}
              </Text>
              <Progress value={Math.max(3, progress * 100)} animated aria-label={progressText} />
            </div>
          )}
          <div>
            <Button
              w={{ base: '100%', sm: 'auto' }}
              disabled={!file}
              loading={upload.isPending}
              onClick={send}
            >
              {text.send}
            </Button>
          </div>
        </Stack>
      </Panel>
    </div>
  )
}
