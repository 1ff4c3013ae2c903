import { listAccountRequests } from '#contract/invitations.ts'
import * as calls from '#contract/invitationSheets.ts'
import type { Output } from '#contract/kit.ts'
import { sheetLimits } from '#contract/limits.ts'
import { listMembers } from '#contract/members.ts'
import { to } from '#contract/screens.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { download, send } from '../../kit/client.ts'
import { Page } from '../../kit/Page.tsx'
import { queries } from '../../kit/useCall.ts'
import { usePending } from '../../kit/usePending.ts'
import { useWords } from '../../kit/useWords.ts'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/display.tsx'
import { FileDrop } from '../../ui/FileDrop.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { PlainTable } from '../../ui/PlainTable.tsx'
import { Waiting } from '../../ui/Progress.tsx'
import { toast } from '../../ui/toast.ts'
import { FileName, Name } from '../../ui/values.tsx'
import '../../ui/decide.css'
import '../../ui/forms.css'

type Checked = { file: Blob; name: string; result: Output<typeof calls.checkInvitationSheet> }

const accepted = ['.xlsx', '.csv', '.txt']

/** An enrolment admin invites many people at once: a template, a file, what is wrong with it, and all of them invited. */
export default function InvitationSheetPage() {
  const { t } = useTranslation('invitations')
  const [checked, setChecked] = useState<Checked>()
  const check = usePending()
  const fetch = usePending()
  const take = (file: File) =>
    check.run(async () => {
      setChecked(undefined)
      const plain = new Blob([file]) // without its type: what a file is, its content tells
      setChecked({ file: plain, name: file.name, result: await send(calls.checkInvitationSheet, {}, { file: plain }) })
    })
  return (
    <Page text={t('sheet.lead')}>
      <div className="form-cards">
        <Card title={t('sheet.template')}>
          <div className="decide">
            <p className="quiet">{t('sheet.templateText')}</p>
            <div className="decide-actions">
              <Button
                icon="download"
                isPending={fetch.isPending}
                onPress={() => void fetch.run(() => download(calls.downloadInvitationTemplate, {}))}
              >
                {t('sheet.download')}
              </Button>
            </div>
          </div>
        </Card>
        <Card title={t('sheet.file')}>
          <FileDrop
            label={t(checked ? 'sheet.again' : 'sheet.choose')}
            hint={t('sheet.hint')}
            accept={accepted}
            maxBytes={sheetLimits.bytes}
            files={[]}
            onFiles={([file]) => file && void take(file)}
          />
          {checked && <FileName>{checked.name}</FileName>}
          <div role="status">{check.isPending && <Waiting>{t('sheet.checking')}</Waiting>}</div>
        </Card>
        {checked && (checked.result.faultyRows > 0 ? <Faults result={checked.result} /> : <Ready checked={checked} />)}
      </div>
    </Page>
  )
}

function Faults({ result: { faultyRows, faults } }: Pick<Checked, 'result'>) {
  const { t } = useTranslation('invitations')
  const words = useWords()
  return (
    <Card title={t('sheet.faults')}>
      <Notice tone="error">
        <strong>{t('sheet.faulty', { count: faultyRows })}</strong> {t('sheet.faultyText')}
      </Notice>
      <PlainTable
        label={t('sheet.faults')}
        rows={faults.map((fault, i) => ({ ...fault, i }))}
        keyOf={({ i }) => i}
        columns={[
          { title: t('sheet.row'), cell: ({ row }) => <span className="num">{row}</span> },
          { title: t('sheet.column'), part: 'title', cell: ({ column }) => column && words(calls.sheetHeadings[column]) },
          { title: t('sheet.value'), cell: ({ value }) => <Name>{value || '—'}</Name> },
          { title: t('sheet.message'), cell: ({ message }) => message },
        ]}
      />
      {faults.length >= calls.mostFaultsTold && <p className="small quiet">{t('sheet.more')}</p>}
    </Card>
  )
}

function Ready({ checked: { file, result } }: { checked: Checked }) {
  const { t } = useTranslation('invitations')
  const navigate = useNavigate()
  const { isPending, run } = usePending()
  const invite = () =>
    run(async () => {
      await send(calls.inviteBySheet, {}, { file })
      toast('success', t('sheet.done'))
      await Promise.all([listAccountRequests, listMembers].map(({ path }) => queries.invalidateQueries({ queryKey: [path] })))
      await navigate(to('accountRequests', { initiated: 1 }))
    })
  return (
    <Card title={t('sheet.ready', { count: result.rows })}>
      <div className="decide">
        <p className="quiet">{t('sheet.readyText')}</p>
        <div className="decide-actions">
          <Button kind="primary" isPending={isPending} onPress={() => void invite()}>
            {isPending ? t('sheet.inviting') : t('sheet.invite', { count: result.rows })}
          </Button>
        </div>
      </div>
    </Card>
  )
}
