import { z } from 'zod'

const seconds = (description: string) => z.number().positive().max(3_600).describe(description)

const appPattern = z
  .strictObject({
    desktop_id: z.string().min(1).optional().describe('Such as org.keepassxc.KeePassXC.'),
    executable: z.string().min(1).optional().describe('Its name, or with a slash its whole path; a script counts too.'),
    sandbox_id: z.string().min(1).optional().describe('Of the flatpak or the snap.'),
    window_class: z.string().min(1).optional().describe('Class part of WM_CLASS.'),
  })
  .refine((pattern) => Object.keys(pattern).length > 0, {
    error: 'desktop_id, executable, sandbox_id or window_class',
  })

const appPatterns = (description: string) =>
  z
    .array(appPattern)
    .default([])
    .describe(`${description} What an entry gives must all hold; * stands for any text, case does not matter.`)

const urlPatterns = (description: string) =>
  z
    .array(z.string().min(1))
    .default([])
    .describe(
      `${description} "scheme:", or "[scheme://]host[:port][/path]"; a host means all below it too, .host only itself.`,
    )

/** The whole of `surehand.yaml`. Every key has a default; an unknown key is an error. */
export const configSchema = z.strictObject({
  rate_limit: z
    .strictObject({
      actions_per_second: z
        .number()
        .positive()
        .max(10_000)
        .default(30)
        .describe('Sustained mutating calls a second for each caller.'),
      burst: z.int().min(1).max(100_000).default(60).describe('Mutating calls that may come at once.'),
      max_wait_seconds: seconds('Longest wait for a place before RATE_LIMITED.').default(2),
    })
    .prefault({}),
  verification: z
    .strictObject({
      deadline_seconds: seconds('How long an action may take to show its effect. A success returns at once.').default(
        1,
      ),
    })
    .prefault({}),
  call: z
    .strictObject({
      deadline_seconds: seconds('Longest a call may take before it is sent.').default(30),
    })
    .prefault({}),
  ocr: z
    .strictObject({
      languages: z
        .array(z.string().regex(/^[a-z]{3}(_[a-zA-Z]+)*$/, 'a code such as eng or chi_sim'))
        .min(1)
        .default(['eng'])
        .describe('Languages of texts in pictures, the most frequent first. English is there; others need data.'),
      data_dir: z
        .string()
        .min(1)
        .default('/usr/share/tesseract-ocr/5/tessdata')
        .describe('Folder of <code>.traineddata files; here the Debian packages tesseract-ocr-<code> put theirs.'),
      deadline_seconds: seconds('Longest that reading one picture may take.').default(10),
    })
    .prefault({}),
  confirmation: z
    .strictObject({
      apps: z.array(z.string().min(1)).default([]).describe('Apps, by name, in which every action must be confirmed.'),
      words: z
        .array(z.string().min(1))
        .default([])
        .describe('Further words on a control that mean something would be lost.'),
    })
    .prefault({}),
  policy: z
    .strictObject({
      apps: z
        .strictObject({
          builtin: z
            .boolean()
            .default(true)
            .describe('Deny password managers, key rings, wallets and what asks for passwords.'),
          deny: appPatterns('Apps that are neither looked at nor acted on.'),
          read_only: appPatterns('Apps that may be looked at, not acted on.'),
          allow: appPatterns('Exceptions from the built-in list.'),
        })
        .prefault({}),
      urls: z
        .strictObject({
          deny: urlPatterns(
            'No action in a browser window that shows one of these, in a frame or whole. Beats the others.',
          ),
          allow: urlPatterns('If there are any, these only.'),
          confirm: urlPatterns('Every action there must be confirmed.'),
          payments: z
            .boolean()
            .default(false)
            .describe('Confirm also where the address tells of a checkout, a payment or a bank.'),
        })
        .prefault({}),
      rules_file: z
        .string()
        .min(1)
        .optional()
        .describe('Rules in Cedar; a relative path starts at the folder of this file. A mistake in them is no start.'),
    })
    .prefault({}),
  results: z
    .strictObject({
      max_kilobytes: z
        .int()
        .min(8)
        .max(4_096)
        .default(64)
        .describe(
          'Most text of one result; structured content may be four times as large. The whole goes to a file behind a link.',
        ),
      keep_files: z.int().min(0).max(10_000).default(32).describe('How many such files are kept for each caller.'),
      keep_megabytes: z
        .int()
        .min(1)
        .max(10_000)
        .default(64)
        .describe('How much they may hold together. The oldest goes first; what is larger alone is not kept.'),
    })
    .prefault({}),
  audit: z
    .strictObject({
      enabled: z
        .boolean()
        .default(true)
        .describe('Account for every mutating call; one whose intent cannot be written to disk is refused.'),
      directory: z
        .string()
        .min(1)
        .optional()
        .describe(
          'Folder of the log, 0700. Default: $XDG_STATE_HOME/surehand/audit, else ~/.local/state/surehand/audit.',
        ),
      max_megabytes: z.number().min(0.001).max(10_000).default(16).describe('Size at which a new file is begun.'),
      keep_files: z.int().min(1).max(100_000).default(8).describe('Full files that are kept; the oldest goes first.'),
      keep_texts: z
        .boolean()
        .default(false)
        .describe('Write texts that are typed, set or copied as they are. Passwords are masked all the same.'),
    })
    .prefault({}),
  log: z
    .strictObject({
      level: z
        .enum(['silent', 'error', 'warn', 'info', 'debug'])
        .optional()
        .describe('What goes to stderr; at info one line a call. Default: info of serve, warn of call.'),
    })
    .prefault({}),
  metrics: z
    .strictObject({
      port: z
        .int()
        .min(1)
        .max(65_535)
        .optional()
        .describe('Where serve offers Prometheus metrics, on 127.0.0.1 only. Default: nowhere.'),
    })
    .prefault({}),
  runtime_dir: z
    .string()
    .min(1)
    .optional()
    .describe(
      'Where element ids and large results are kept, 0700. Default: $XDG_RUNTIME_DIR/surehand, else a folder of your own under the temp folder.',
    ),
})

export type Config = z.output<typeof configSchema>
