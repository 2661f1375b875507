import { emptyApi as api } from "../emptyApi";
const injectedRtkApi = api.injectEndpoints({
  endpoints: (build) => ({
    answerImport: build.mutation<AnswerImportApiResponse, AnswerImportApiArg>({
      query: (queryArg) => ({
        url: `/session:api-restaurant-pos/restaurantpro/answer-import`,
        method: "POST",
        body: queryArg.answerImportRequest,
      }),
    }),
    beginAuthorization: build.mutation<
      BeginAuthorizationApiResponse,
      BeginAuthorizationApiArg
    >({
      query: (queryArg) => ({
        url: `/session:api-restaurant-pos/restaurantpro/begin-authorization`,
        method: "POST",
        body: queryArg.beginAuthorizationRequest,
      }),
    }),
    connectLocation: build.mutation<
      ConnectLocationApiResponse,
      ConnectLocationApiArg
    >({
      query: (queryArg) => ({
        url: `/session:api-restaurant-pos/restaurantpro/connect-location`,
        method: "POST",
        body: queryArg.connectLocationRequest,
      }),
    }),
    createConnection: build.mutation<
      CreateConnectionApiResponse,
      CreateConnectionApiArg
    >({
      query: (queryArg) => ({
        url: `/session:api-restaurant-pos/restaurantpro/create-connection`,
        method: "POST",
        body: queryArg.createConnectionRequest,
      }),
    }),
    createImport: build.mutation<CreateImportApiResponse, CreateImportApiArg>({
      query: (queryArg) => ({
        url: `/session:api-restaurant-pos/restaurantpro/create-import`,
        method: "POST",
        body: queryArg.createImportRequest,
      }),
    }),
    decideConnectedDays: build.mutation<
      DecideConnectedDaysApiResponse,
      DecideConnectedDaysApiArg
    >({
      query: (queryArg) => ({
        url: `/session:api-restaurant-pos/restaurantpro/decide-connected-days`,
        method: "POST",
        body: queryArg.decideConnectedDaysRequest,
      }),
    }),
    discardImport: build.mutation<
      DiscardImportApiResponse,
      DiscardImportApiArg
    >({
      query: (queryArg) => ({
        url: `/session:api-restaurant-pos/restaurantpro/discard-import`,
        method: "POST",
        body: queryArg.discardImportRequest,
      }),
    }),
    endConnection: build.mutation<
      EndConnectionApiResponse,
      EndConnectionApiArg
    >({
      query: (queryArg) => ({
        url: `/session:api-restaurant-pos/restaurantpro/end-connection`,
        method: "POST",
        body: queryArg.endConnectionRequest,
      }),
    }),
    finishAuthorization: build.mutation<
      FinishAuthorizationApiResponse,
      FinishAuthorizationApiArg
    >({
      query: (queryArg) => ({
        url: `/session:api-restaurant-pos/restaurantpro/finish-authorization`,
        method: "POST",
        body: queryArg.finishAuthorizationRequest,
      }),
    }),
    getConnectedDays: build.query<
      GetConnectedDaysApiResponse,
      GetConnectedDaysApiArg
    >({
      query: (queryArg) => ({
        url: `/session:api-restaurant-pos/restaurantpro/get-connected-days`,
        method: "POST",
        body: queryArg.getConnectedDaysRequest,
      }),
    }),
    getConnection: build.query<GetConnectionApiResponse, GetConnectionApiArg>({
      query: (queryArg) => ({
        url: `/session:api-restaurant-pos/restaurantpro/get-connection`,
        method: "POST",
        body: queryArg.getConnectionRequest,
      }),
    }),
    getConnections: build.query<
      GetConnectionsApiResponse,
      GetConnectionsApiArg
    >({
      query: (queryArg) => ({
        url: `/session:api-restaurant-pos/restaurantpro/get-connections`,
        method: "POST",
        body: queryArg.getConnectionsRequest,
      }),
    }),
    getImport: build.query<GetImportApiResponse, GetImportApiArg>({
      query: (queryArg) => ({
        url: `/session:api-restaurant-pos/restaurantpro/get-import`,
        method: "POST",
        body: queryArg.importRequest,
      }),
    }),
    getImportFields: build.query<
      GetImportFieldsApiResponse,
      GetImportFieldsApiArg
    >({
      query: (queryArg) => ({
        url: `/session:api-restaurant-pos/restaurantpro/get-import-fields`,
        method: "POST",
        body: queryArg.importFieldsRequest,
      }),
    }),
    getImportRefusedRows: build.query<
      GetImportRefusedRowsApiResponse,
      GetImportRefusedRowsApiArg
    >({
      query: (queryArg) => ({
        url: `/session:api-restaurant-pos/restaurantpro/get-import-refused-rows`,
        method: "POST",
        body: queryArg.importRefusedRowsRequest,
      }),
    }),
    getImports: build.query<GetImportsApiResponse, GetImportsApiArg>({
      query: (queryArg) => ({
        url: `/session:api-restaurant-pos/restaurantpro/get-imports`,
        method: "POST",
        body: queryArg.importsRequest,
      }),
    }),
    getPosSystems: build.query<GetPosSystemsApiResponse, GetPosSystemsApiArg>({
      query: (queryArg) => ({
        url: `/session:api-restaurant-pos/restaurantpro/get-pos-systems`,
        method: "POST",
        body: queryArg.posSystemsRequest,
      }),
    }),
    getProof: build.query<GetProofApiResponse, GetProofApiArg>({
      query: (queryArg) => ({
        url: `/session:api-restaurant-pos/restaurantpro/get-proof`,
        method: "POST",
        body: queryArg.getProofRequest,
      }),
    }),
    getProofs: build.query<GetProofsApiResponse, GetProofsApiArg>({
      query: (queryArg) => ({
        url: `/session:api-restaurant-pos/restaurantpro/get-proofs`,
        method: "POST",
        body: queryArg.getProofsRequest,
      }),
    }),
    getUnmapped: build.query<GetUnmappedApiResponse, GetUnmappedApiArg>({
      query: (queryArg) => ({
        url: `/session:api-restaurant-pos/restaurantpro/get-unmapped`,
        method: "POST",
        body: queryArg.getUnmappedRequest,
      }),
    }),
    keepImportDays: build.mutation<
      KeepImportDaysApiResponse,
      KeepImportDaysApiArg
    >({
      query: (queryArg) => ({
        url: `/session:api-restaurant-pos/restaurantpro/keep-import-days`,
        method: "POST",
        body: queryArg.keepImportDaysRequest,
      }),
    }),
    pauseConnection: build.mutation<
      PauseConnectionApiResponse,
      PauseConnectionApiArg
    >({
      query: (queryArg) => ({
        url: `/session:api-restaurant-pos/restaurantpro/pause-connection`,
        method: "POST",
        body: queryArg.pauseConnectionRequest,
      }),
    }),
    pauseImport: build.mutation<PauseImportApiResponse, PauseImportApiArg>({
      query: (queryArg) => ({
        url: `/session:api-restaurant-pos/restaurantpro/pause-import`,
        method: "POST",
        body: queryArg.pauseImportRequest,
      }),
    }),
    putImportPart: build.mutation<
      PutImportPartApiResponse,
      PutImportPartApiArg
    >({
      query: (queryArg) => ({
        url: `/session:api-restaurant-pos/restaurantpro/put-import-part`,
        method: "POST",
        body: queryArg.putImportPartRequest,
      }),
    }),
    renewConnection: build.mutation<
      RenewConnectionApiResponse,
      RenewConnectionApiArg
    >({
      query: (queryArg) => ({
        url: `/session:api-restaurant-pos/restaurantpro/renew-connection`,
        method: "POST",
        body: queryArg.renewConnectionRequest,
      }),
    }),
    resumeConnection: build.mutation<
      ResumeConnectionApiResponse,
      ResumeConnectionApiArg
    >({
      query: (queryArg) => ({
        url: `/session:api-restaurant-pos/restaurantpro/resume-connection`,
        method: "POST",
        body: queryArg.resumeConnectionRequest,
      }),
    }),
    resumeImport: build.mutation<ResumeImportApiResponse, ResumeImportApiArg>({
      query: (queryArg) => ({
        url: `/session:api-restaurant-pos/restaurantpro/resume-import`,
        method: "POST",
        body: queryArg.resumeImportRequest,
      }),
    }),
    setConnectionWriting: build.mutation<
      SetConnectionWritingApiResponse,
      SetConnectionWritingApiArg
    >({
      query: (queryArg) => ({
        url: `/session:api-restaurant-pos/restaurantpro/set-connection-writing`,
        method: "POST",
        body: queryArg.setConnectionWritingRequest,
      }),
    }),
    startImport: build.mutation<StartImportApiResponse, StartImportApiArg>({
      query: (queryArg) => ({
        url: `/session:api-restaurant-pos/restaurantpro/start-import`,
        method: "POST",
        body: queryArg.startImportRequest,
      }),
    }),
    takeOutImportDays: build.mutation<
      TakeOutImportDaysApiResponse,
      TakeOutImportDaysApiArg
    >({
      query: (queryArg) => ({
        url: `/session:api-restaurant-pos/restaurantpro/take-out-import-days`,
        method: "POST",
        body: queryArg.takeOutImportDaysRequest,
      }),
    }),
    undoImport: build.mutation<UndoImportApiResponse, UndoImportApiArg>({
      query: (queryArg) => ({
        url: `/session:api-restaurant-pos/restaurantpro/undo-import`,
        method: "POST",
        body: queryArg.undoImportRequest,
      }),
    }),
    takeSquareWebhook: build.mutation<
      TakeSquareWebhookApiResponse,
      TakeSquareWebhookApiArg
    >({
      query: (queryArg) => ({
        url: `/pos/v1/webhooks/square`,
        method: "POST",
        body: queryArg.body,
        headers: {
          "x-square-hmacsha256-signature":
            queryArg["x-square-hmacsha256-signature"],
        },
      }),
    }),
  }),
  overrideExisting: false,
});
export { injectedRtkApi as connectEndpoints };
export type AnswerImportApiResponse =
  /** status 200 The answer. */ AnswerImportEnvelope;
export type AnswerImportApiArg = {
  answerImportRequest: AnswerImportRequest;
};
export type BeginAuthorizationApiResponse =
  /** status 200 The answer. */ BeginAuthorizationEnvelope;
export type BeginAuthorizationApiArg = {
  beginAuthorizationRequest: BeginAuthorizationRequest;
};
export type ConnectLocationApiResponse =
  /** status 200 The answer. */ ConnectLocationEnvelope;
export type ConnectLocationApiArg = {
  connectLocationRequest: ConnectLocationRequest;
};
export type CreateConnectionApiResponse =
  /** status 200 The answer. */ CreateConnectionEnvelope;
export type CreateConnectionApiArg = {
  createConnectionRequest: CreateConnectionRequest;
};
export type CreateImportApiResponse =
  /** status 200 The answer. */ CreateImportEnvelope;
export type CreateImportApiArg = {
  createImportRequest: CreateImportRequest;
};
export type DecideConnectedDaysApiResponse =
  /** status 200 The answer. */ DecideConnectedDaysEnvelope;
export type DecideConnectedDaysApiArg = {
  decideConnectedDaysRequest: DecideConnectedDaysRequest;
};
export type DiscardImportApiResponse =
  /** status 200 The answer. */ DiscardImportEnvelope;
export type DiscardImportApiArg = {
  discardImportRequest: DiscardImportRequest;
};
export type EndConnectionApiResponse =
  /** status 200 The answer. */ EndConnectionEnvelope;
export type EndConnectionApiArg = {
  endConnectionRequest: EndConnectionRequest;
};
export type FinishAuthorizationApiResponse =
  /** status 200 The answer. */ FinishAuthorizationEnvelope;
export type FinishAuthorizationApiArg = {
  finishAuthorizationRequest: FinishAuthorizationRequest;
};
export type GetConnectedDaysApiResponse =
  /** status 200 The answer. */ GetConnectedDaysEnvelope;
export type GetConnectedDaysApiArg = {
  getConnectedDaysRequest: GetConnectedDaysRequest;
};
export type GetConnectionApiResponse =
  /** status 200 The answer. */ GetConnectionEnvelope;
export type GetConnectionApiArg = {
  getConnectionRequest: GetConnectionRequest;
};
export type GetConnectionsApiResponse =
  /** status 200 The answer. */ GetConnectionsEnvelope;
export type GetConnectionsApiArg = {
  getConnectionsRequest: GetConnectionsRequest;
};
export type GetImportApiResponse =
  /** status 200 The answer. */ GetImportEnvelope;
export type GetImportApiArg = {
  importRequest: ImportRequest;
};
export type GetImportFieldsApiResponse =
  /** status 200 The answer. */ GetImportFieldsEnvelope;
export type GetImportFieldsApiArg = {
  importFieldsRequest: ImportFieldsRequest;
};
export type GetImportRefusedRowsApiResponse =
  /** status 200 The answer; a CSV file for `Accept: text/csv`. */ GetImportRefusedRowsEnvelope;
export type GetImportRefusedRowsApiArg = {
  importRefusedRowsRequest: ImportRefusedRowsRequest;
};
export type GetImportsApiResponse =
  /** status 200 The answer. */ GetImportsEnvelope;
export type GetImportsApiArg = {
  importsRequest: ImportsRequest;
};
export type GetPosSystemsApiResponse =
  /** status 200 The answer. */ GetPosSystemsEnvelope;
export type GetPosSystemsApiArg = {
  posSystemsRequest: PosSystemsRequest;
};
export type GetProofApiResponse =
  /** status 200 The answer. */ GetProofEnvelope;
export type GetProofApiArg = {
  getProofRequest: GetProofRequest;
};
export type GetProofsApiResponse =
  /** status 200 The answer. */ GetProofsEnvelope;
export type GetProofsApiArg = {
  getProofsRequest: GetProofsRequest;
};
export type GetUnmappedApiResponse =
  /** status 200 The answer. */ GetUnmappedEnvelope;
export type GetUnmappedApiArg = {
  getUnmappedRequest: GetUnmappedRequest;
};
export type KeepImportDaysApiResponse =
  /** status 200 The answer. */ KeepImportDaysEnvelope;
export type KeepImportDaysApiArg = {
  keepImportDaysRequest: KeepImportDaysRequest;
};
export type PauseConnectionApiResponse =
  /** status 200 The answer. */ PauseConnectionEnvelope;
export type PauseConnectionApiArg = {
  pauseConnectionRequest: PauseConnectionRequest;
};
export type PauseImportApiResponse =
  /** status 200 The answer. */ PauseImportEnvelope;
export type PauseImportApiArg = {
  pauseImportRequest: PauseImportRequest;
};
export type PutImportPartApiResponse =
  /** status 200 The answer. */ PutImportPartEnvelope;
export type PutImportPartApiArg = {
  putImportPartRequest: PutImportPartRequest;
};
export type RenewConnectionApiResponse =
  /** status 200 The answer. */ RenewConnectionEnvelope;
export type RenewConnectionApiArg = {
  renewConnectionRequest: RenewConnectionRequest;
};
export type ResumeConnectionApiResponse =
  /** status 200 The answer. */ ResumeConnectionEnvelope;
export type ResumeConnectionApiArg = {
  resumeConnectionRequest: ResumeConnectionRequest;
};
export type ResumeImportApiResponse =
  /** status 200 The answer. */ ResumeImportEnvelope;
export type ResumeImportApiArg = {
  resumeImportRequest: ResumeImportRequest;
};
export type SetConnectionWritingApiResponse =
  /** status 200 The answer. */ SetConnectionWritingEnvelope;
export type SetConnectionWritingApiArg = {
  setConnectionWritingRequest: SetConnectionWritingRequest;
};
export type StartImportApiResponse =
  /** status 200 The answer. */ StartImportEnvelope;
export type StartImportApiArg = {
  startImportRequest: StartImportRequest;
};
export type TakeOutImportDaysApiResponse =
  /** status 200 The answer. */ TakeOutImportDaysEnvelope;
export type TakeOutImportDaysApiArg = {
  takeOutImportDaysRequest: TakeOutImportDaysRequest;
};
export type UndoImportApiResponse =
  /** status 200 The answer. */ UndoImportEnvelope;
export type UndoImportApiArg = {
  undoImportRequest: UndoImportRequest;
};
export type TakeSquareWebhookApiResponse =
  /** status 200 Taken. */ SquareWebhookEnvelope;
export type TakeSquareWebhookApiArg = {
  /** Proves that Square sent it here. */
  "x-square-hmacsha256-signature": string;
  /** An event of Square. */
  body: unknown;
};
export type ImportConflictChoice = "replace" | "skip";
export type ImportConflict = {
  businessDate: string;
  checks: number;
  /** What the files bring for it. */
  importChecks: number;
  /** Dollars. */
  importNetSales: number;
  /** Dollars. */
  netSales: number;
  /** The other source: the id of its ingest key, or `till`. */
  source: string;
  /** In words. */
  sourceName: string;
};
export type ImportFile = {
  bytes: number;
  /** From 0. */
  file: number;
  /** The parts that are missing, from 0; the first 100 of them. */
  missingParts: number[];
  name: string;
  /** Parts of 524,288 bytes each; the last one may be shorter. */
  parts: number;
  receivedParts: number;
  /** Why nothing of it is read; null if something is. */
  unreadable: string | null;
};
export type ImportProgress = {
  /** Parts, percent of the reading, files or facts, as the phase goes. */
  done: number;
  /** uploading, reading, preparing, sending, takingOut or undoing. */
  phase: string;
  /** 0: not known yet. */
  total: number;
};
export type ImportQuestionChoice = {
  /** What comes in of shifts, items and guests, in words: 12 shifts of 96.50 hours; null if nothing does. */
  besideSales: string | null;
  checks: number;
  days: number;
  /** Business dates; null if no check comes in. */
  firstDate: string | null;
  label: string;
  lastDate: string | null;
  /** Dollars. */
  netSales: number;
  value: string;
};
export type ImportQuestion = {
  /** The value of the choice that was taken; null while the question is open. */
  answer: string | null;
  /** The likelier one first; it is taken meanwhile. */
  choices: ImportQuestionChoice[];
  /** Texts of the file that it is about. */
  examples: string[];
  explanation: string;
  /** The answer names it. */
  id: string;
  title: string;
};
export type ImportRule = {
  column: string;
  /** As in the rules of an answer, such as void. */
  meaning: string;
  words: string[];
};
export type ImportState =
  | "uploading"
  | "judging"
  | "asking"
  | "ready"
  | "preparing"
  | "sending"
  | "paused"
  | "done"
  | "undoing"
  | "undone"
  | "failed"
  | "discarded"
  | "takingOut";
export type ImportAmount = {
  /** Dollars. */
  amount: number;
  /** Null: without a name. */
  name: string | null;
};
export type ImportDay = {
  businessDate: string;
  checks: number;
  /** Dollars. */
  netSales: number;
};
export type ImportFileTotal = {
  column: string;
  /** The file, and its member or sheet. */
  file: string;
  /** What its rows add up to. Dollars. */
  ofRows: number;
  /** What the file says. Dollars. */
  total: number;
};
export type ImportConsentColumn = {
  /** email or text messages. */
  channel: string;
  column: string;
  /** The file, and its member or sheet. */
  file: string;
  /** Whether its words are taken as consent. */
  taken: boolean;
  /** Its words, the most frequent ones first, each with how it is read: yes (4): agreed. */
  words: string[];
};
export type ImportGuest = {
  cellPhoneNumber: string | null;
  email: string | null;
  /** agreed or refused; null if the file does not say it. */
  emailConsent: string | null;
  firstName: string | null;
  lastName: string | null;
  smsConsent: string | null;
};
export type ImportGuests = {
  /** The columns by which they agreed; without one nobody did. */
  consentColumns: ImportConsentColumn[];
  /** Those who agreed to email, as the files say. */
  emailConsents: number;
  guests: number;
  /** The first five, as long as the import was not started. */
  sampleGuests: ImportGuest[];
  /** Those who agreed to text messages. */
  smsConsents: number;
};
export type ImportItem = {
  category: string | null;
  /** Dollars. */
  cost: number | null;
  name: string;
  posItemID: string;
  /** Null if the file has none. Dollars. */
  price: number | null;
};
export type ImportItems = {
  items: number;
  itemsWithCost: number;
  itemsWithPrice: number;
  /** The first five. */
  sampleItems: ImportItem[];
};
export type ImportLeftOut = {
  /** In words. */
  reason: string;
  rows: number;
};
export type ImportRefusedRow = {
  /** The check, shift, item or guest; null if the row became none. */
  check: string | null;
  /** The file, and its member or sheet. */
  file: string;
  /** The line of the text, or the row of the sheet; 0: none alone. */
  line: number;
  reason: string;
};
export type ImportLine = {
  /** Dollars. */
  amount: number;
  category: string | null;
  /** Dollars. */
  discount: number;
  /** Names of its modifiers. */
  modifiers: string[];
  name: string;
  quantity: number;
  /** Dollars. */
  tax: number;
  voided: boolean;
};
export type ImportPayment = {
  /** Dollars. */
  amount: number;
  /** Dollars. */
  tip: number;
  type: string;
};
export type ImportCheck = {
  businessDate: string;
  closeTime: string;
  covers: number;
  /** Of lines and the check. Dollars. */
  discounts: number;
  employee: string | null;
  /** Dollars. */
  gratuity: number;
  /** Dollars. */
  grossSales: number;
  lines: ImportLine[];
  /** Dollars. */
  netSales: number;
  /** Wall time, YYYY-MM-DDTHH:mm:ss. */
  openTime: string;
  orderType: string | null;
  payments: ImportPayment[];
  posCheckID: string;
  refund: boolean;
  /** Dollars. */
  rounding: number;
  /** Dollars. */
  serviceCharges: number;
  table: string | null;
  /** Dollars. */
  tax: number;
  voided: boolean;
};
export type ImportShift = {
  businessDate: string;
  /** Wall time, YYYY-MM-DDTHH:mm:ss. */
  clockIn: string;
  /** Null while it is open. */
  clockOut: string | null;
  employee: string;
  /** Paid hours, overtime included. */
  hours: number;
  job: string | null;
  /** Null without a wage. Dollars. */
  pay: number | null;
  /** Dollars. */
  tips: number;
};
export type ImportShifts = {
  /** Business dates. */
  firstDate: string;
  /** Paid hours, overtime included. */
  hours: number;
  /** The pay of those that have a wage. Dollars. */
  laborCost: number;
  lastDate: string;
  /** Those without a clock-out. */
  openShifts: number;
  /** Different employees. */
  people: number;
  /** The first five. */
  sampleShifts: ImportShift[];
  shifts: number;
  /** Those without a wage: their pay is unknown. */
  shiftsWithoutWage: number;
  /** Tips that were declared. Dollars. */
  tips: number;
};
export type ImportSummary = {
  /** Gross sales by major category, the 20 largest. */
  categories: ImportAmount[];
  /** Sales; neither refunds nor voided checks. */
  checks: number;
  covers: number;
  /** Different business dates. */
  dayCount: number;
  /** By business date, the first 3,700. */
  days: ImportDay[];
  /** Dollars. */
  discounts: number;
  /** What the files say themselves that their columns add up to, on rows of totals; the first 20. */
  fileTotals: ImportFileTotal[];
  /** Business dates of checks; null if none comes in. */
  firstDate: string | null;
  /** Gift cards and deposits sold. Dollars. */
  giftCards: number;
  /** Dollars. */
  gratuity: number;
  /** Dollars. */
  grossSales: number;
  /** Null if they hold no guest. */
  guests: ImportGuests | null;
  /** Null if they hold no item of the menu. */
  items: ImportItems | null;
  lastDate: string | null;
  /** Rows that bring nothing by intention. */
  leftOut: ImportLeftOut[];
  /** Dollars. */
  netSales: number;
  /** What the files do not say, and what follows from that, in words. */
  notes: string[];
  /** What payments are beyond what was due, without regard to sign. Dollars. */
  outOfBalance: number;
  /** Payments with tips. Dollars. */
  payments: number;
  refunds: number;
  /** The first 20 of them. */
  refusedExamples: ImportRefusedRow[];
  /** Rows that cannot be used. */
  refusedRows: number;
  /** Dollars. */
  rounding: number;
  /** The first five checks. */
  sampleChecks: ImportCheck[];
  /** Dollars. */
  serviceCharges: number;
  /** Null if the files hold no shift. */
  shifts: ImportShifts | null;
  /** Dollars. */
  tax: number;
  /** Payments with tips by type, the 20 largest. */
  tenders: ImportAmount[];
  /** Dollars. */
  tips: number;
  /** Checks that were voided as a whole. */
  voidedChecks: number;
  /** Value of voided lines and checks. Dollars. */
  voids: number;
};
export type ImportColumn = {
  /** Its name; several joined with ' + ' or ' : '. */
  column: string;
  /** The field that it is, as ListFields names it. */
  field: string;
};
export type ImportTable = {
  /** All columns, in their order. */
  columns: string[];
  /** Values of fields that no column has, where a person named the columns; `column` is the value. */
  constants: ImportColumn[];
  /** The system that the table comes from; null if that is not known. */
  exporter: string | null;
  /** The file's number. */
  file: number;
  /** The layout that was recognized; null if none was. */
  layout: string | null;
  /** The layout as YAML, to be saved and used for other files; null if the table is not used. */
  layoutYaml: string | null;
  /** The file, and its member or sheet. */
  name: string;
  /** Rows that cannot be read as the others are. */
  refusedRows: number;
  /** What was found out of how it is written: encoding, separators, lines above its header. */
  remarks: string[];
  /** lines, orders, payments, shifts, items or guests; null if that is not known. */
  rowKind: string | null;
  /** Rows, with refused ones. */
  rows: number;
  /** From 0, over all files. */
  table: number;
  /** Why it is not used; null if it is. */
  unusedBecause: string | null;
  /** Columns that are for nothing. */
  unusedColumns: string[];
  /** Columns in use. */
  usedColumns: ImportColumn[];
};
export type ImportTakenOutDay = {
  businessDate: string;
  /** What the import had there. */
  checks: number;
  /** Dollars. */
  netSales: number;
};
export type Import = {
  /** What becomes of those days; null until a person decides. */
  conflictChoice: ImportConflictChoice | null;
  /** Days of the files that another source has. */
  conflicts: ImportConflict[];
  /** Wall time of the location, YYYY-MM-DDTHH:mm:ss. */
  createdAt: string;
  /** The person or the ingest key that began it. */
  createdBy: string;
  /** Why it failed, and what to do; null if it did not. */
  error: string | null;
  files: ImportFile[];
  importID: string;
  /** Days of a done import that another source has too, because it came later: their sales count twice. Without those that a person decided to keep. */
  overlaps: ImportConflict[];
  posID: string;
  /** Of what is under way; null where nothing is. */
  progress: ImportProgress | null;
  /** What is asked, and was answered. */
  questions: ImportQuestion[];
  /** Checks, shifts, items and guests that were refused when they were sent. */
  refusedChecks: number;
  /** What words mean, as a person said. */
  rules: ImportRule[];
  /** Checks that were sent until now, less those that were taken out. */
  sentChecks: number;
  sentGuests: number;
  sentItems: number;
  /** Shifts, items of the menu and guests that were sent until now. */
  sentShifts: number;
  state: ImportState;
  /** What comes in as things stand; null until the files are judged. */
  summary: ImportSummary | null;
  /** Tables of the files, in their order. */
  tables: ImportTable[];
  /** Days that a person took out of the import. */
  takenOutDays: ImportTakenOutDay[];
  /** Whether what the files mean can still be said: answers, rules, mappings and layouts. */
  takesAnswers: boolean;
  /** The time zone of times that name none. */
  timeZone: string;
  /** What undoing does not take back, in words; null if it takes back all. */
  undoLeaves: string | null;
  /** Until when it can be undone, wall time; null: it cannot. */
  undoUntil: string | null;
  /** Grows with each change. */
  version: number;
};
export type AnswerImportEnvelope = {
  body: Import;
  /** Empty. */
  message: string;
  /** The HTTP status. */
  status: number;
};
export type ErrorBody = {
  /** Of a batch of events: the index of the first wrong one, from 0. */
  event?: number;
  /** The wrong field. */
  field?: string;
  /** Of a batch of events: the id of the first wrong one, if it can be read. */
  id?: string;
};
export type ErrorEnvelope = {
  body: ErrorBody | null;
  /** What is wrong and what to do next. */
  message: string;
  /** The HTTP status. */
  status: number;
};
export type ImportAnswer = {
  /** The question. */
  id: string;
  /** The value of a choice; null: the question is open again. */
  value?: string | null;
};
export type ImportMapping = {
  /** The first column of a field that the table has counts. */
  columns: ImportColumn[];
  /** Values of fields that no column has; `column` is the value. */
  constants?: ImportColumn[];
  /** lines, orders, payments, shifts, items or guests. */
  rowKind: string;
  /** The table's number. */
  table: number;
};
export type AnswerImportRequest = {
  /** Beside earlier ones. */
  answers?: ImportAnswer[];
  /** What becomes of days that another source has; unspecified: as it is. */
  conflictChoice?: ImportConflictChoice;
  importID: string;
  /** Saved layouts, as YAML; empty: as they are. */
  layouts?: string;
  /** They stand in place of earlier ones of their tables; one without columns removes it. */
  mappings?: ImportMapping[];
  /** Required if the caller has access to more than one location. */
  posID?: string;
  /** What words mean, as Status=void:Cancelled|Canceled; they stand in place of earlier ones. None: as they are; one that is empty: no rules. */
  rules?: string[];
};
export type Authorization = {
  /** Proves that the same browser comes back, within 10 minutes. */
  key: string;
  /** The page of the POS. */
  url: string;
};
export type BeginAuthorizationEnvelope = {
  body: Authorization;
  /** Empty. */
  message: string;
  /** The HTTP status. */
  status: number;
};
export type ConnectablePos = "square" | "clover" | "toast";
export type BeginAuthorizationRequest = {
  /** The connection that gets the new permission; empty: a new one. */
  connectionID?: string;
  pos: ConnectablePos;
  /** Required if the caller has access to more than one location. */
  posID?: string;
};
export type ConnectionFault = {
  /** Wall time. */
  since: string;
  /** What does not come in, such as Sales. */
  what: string;
  /** Why, and what to do. */
  why: string;
};
export type OfferedLocation = {
  address: string | null;
  /** Such as USD: others cannot be connected. */
  currency: string;
  /** The POS's id of it. */
  externalID: string;
  name: string;
  timeZone: string | null;
};
export type ConnectionState =
  "choosing" | "live" | "paused" | "refused" | "ended";
export type Connection = {
  /** The account at the POS. */
  accountName: string;
  connectionID: string;
  createdAt: string;
  /** The person who began it. */
  createdBy: string;
  /** Days of it, those that are read, and those of which another source has checks and nobody decided. */
  days: number;
  daysAsked: number;
  daysRead: number;
  daysReplacing: number;
  /** Of the days that another source has too, those that are left to it, and those whose checks are being replaced. */
  daysSkipped: number;
  /** The POS's location; null until one is chosen. */
  externalName: string | null;
  /** What stands still. */
  faults: ConnectionFault[];
  /** The past comes in back to here; null until a location is chosen. */
  firstDate: string | null;
  /** Permissions that the token lacks, by the POS's names: what needs them does not come in. */
  lacks: string[];
  /** Seconds up to which the newest changes at the POS are not read yet; 0 where it is not read. */
  lagSeconds: number;
  /** Locations of the account that can be connected: no location is connected to them by it. */
  offered: OfferedLocation[];
  pos: ConnectablePos;
  posID: string;
  /** When the POS was last read, wall time; null: never. */
  seenAt: string | null;
  state: ConnectionState;
  takesWrites: boolean;
  /** Objects of the POS that could not be read. */
  unmapped: number;
  /** What of it the POS did not take, the latest first; 50 at most. */
  unwritten: ConnectionFault[];
  /** Grows with each change. */
  version: number;
  /** Whether prices and sold-out marks that owners set are written to the POS, and whether it lets other apps write them. */
  writes: boolean;
};
export type ConnectLocationEnvelope = {
  body: Connection;
  /** Empty. */
  message: string;
  /** The HTTP status. */
  status: number;
};
export type ConnectLocationRequest = {
  /** The location at which the connection was begun; empty: the same. */
  begunAt?: string;
  connectionID: string;
  /** The one at the POS, of those that are offered. */
  externalID: string;
  /** Required if the caller has access to more than one location. */
  posID?: string;
};
export type CreateConnectionEnvelope = {
  body: Connection;
  /** Empty. */
  message: string;
  /** The HTTP status. */
  status: number;
};
export type CreateConnectionRequest = {
  /** Of Toast: the client ID that belongs to the secret. */
  clientID?: string;
  /** Of Toast, which lists no locations without one: the GUID of a location that the client opens. */
  externalID?: string;
  pos: ConnectablePos;
  /** Required if the caller has access to more than one location. */
  posID?: string;
  /** The token that the POS shows; of Toast the client secret. It is stored sealed and never shown again. */
  token: string;
};
export type CreateImportEnvelope = {
  body: Import;
  /** Empty. */
  message: string;
  /** The HTTP status. */
  status: number;
};
export type NewImportFile = {
  /** Its size. */
  bytes: number;
  /** 1 to 200 characters. */
  name: string;
};
export type CreateImportRequest = {
  /** 1 to 20, 1 GiB together. */
  files: NewImportFile[];
  /** Required if the caller has access to more than one location. */
  posID?: string;
  /** IANA name; empty: the location's. */
  timeZone?: string;
};
export type DecideConnectedDaysEnvelope = {
  body: Connection;
  /** Empty. */
  message: string;
  /** The HTTP status. */
  status: number;
};
export type ConnectedDayChoice = "replace" | "skip";
export type DecideConnectedDaysRequest = {
  /** 500 at most. */
  businessDates: string[];
  choice: ConnectedDayChoice;
  connectionID: string;
  /** Required if the caller has access to more than one location. */
  posID?: string;
};
export type DiscardImportEnvelope = {
  body: Import;
  /** Empty. */
  message: string;
  /** The HTTP status. */
  status: number;
};
export type DiscardImportRequest = {
  importID: string;
  /** Required if the caller has access to more than one location. */
  posID?: string;
};
export type EndConnectionEnvelope = {
  body: Connection;
  /** Empty. */
  message: string;
  /** The HTTP status. */
  status: number;
};
export type EndConnectionRequest = {
  connectionID: string;
  /** Required if the caller has access to more than one location. */
  posID?: string;
};
export type FinishAuthorizationEnvelope = {
  body: Connection;
  /** Empty. */
  message: string;
  /** The HTTP status. */
  status: number;
};
export type FinishAuthorizationRequest = {
  /** As the POS gave it. */
  code: string;
  /** As the browser kept it. */
  key: string;
  /** As the POS led it back. It works once. */
  state: string;
};
export type ConnectedDaySource = {
  checks: number;
  /** Dollars. */
  netSales: number;
  sourceName: string;
};
export type ConnectedDayState = "asked" | "skipped" | "replacing";
export type ConnectedDay = {
  businessDate: string;
  /** Whether the checks of both are in the reports: the other source brought its own after the POS's came in. */
  countsTwice: boolean;
  /** What the POS has there; null until it is counted. */
  posChecks: number | null;
  /** Dollars. */
  posNetSales: number | null;
  /** What the others have. */
  sources: ConnectedDaySource[];
  state: ConnectedDayState;
};
export type ConnectedDayList = {
  connectedDayList: ConnectedDay[];
  /** Null on the last page. */
  nextCursor: string | null;
};
export type GetConnectedDaysEnvelope = {
  body: ConnectedDayList;
  /** Empty. */
  message: string;
  /** The HTTP status. */
  status: number;
};
export type GetConnectedDaysRequest = {
  connectionID: string;
  /** `nextCursor` of the page before. */
  cursor?: string;
  /** 1 to 500 rows a page; without it the whole list is sent. */
  limit?: number;
  /** Required if the caller has access to more than one location. */
  posID?: string;
};
export type GetConnectionEnvelope = {
  body: Connection;
  /** Empty. */
  message: string;
  /** The HTTP status. */
  status: number;
};
export type GetConnectionRequest = {
  connectionID: string;
  /** Required if the caller has access to more than one location. */
  posID?: string;
};
export type ConnectionList = {
  connectionList: Connection[];
  /** Null on the last page. */
  nextCursor: string | null;
};
export type GetConnectionsEnvelope = {
  body: ConnectionList;
  /** Empty. */
  message: string;
  /** The HTTP status. */
  status: number;
};
export type GetConnectionsRequest = {
  /** `nextCursor` of the page before. */
  cursor?: string;
  /** 1 to 500 rows a page; without it the whole list is sent. */
  limit?: number;
  /** Required if the caller has access to more than one location. */
  posID?: string;
};
export type GetImportEnvelope = {
  body: Import;
  /** Empty. */
  message: string;
  /** The HTTP status. */
  status: number;
};
export type ImportRequest = {
  importID: string;
  /** Required if the caller has access to more than one location. */
  posID?: string;
};
export type ImportField = {
  description: string;
  /** In mappings and layouts. */
  field: string;
  /** text, money, quantity, percent, date, time, duration or word. */
  reads: string;
};
export type ImportFields = {
  fieldList: ImportField[];
};
export type GetImportFieldsEnvelope = {
  body: ImportFields;
  /** Empty. */
  message: string;
  /** The HTTP status. */
  status: number;
};
export type ImportFieldsRequest = {};
export type RefusedRowList = {
  /** Null on the last page. */
  nextCursor: string | null;
  refusedRowList: ImportRefusedRow[];
};
export type GetImportRefusedRowsEnvelope = {
  body: RefusedRowList;
  /** Empty. */
  message: string;
  /** The HTTP status. */
  status: number;
};
export type ImportRefusedRowsRequest = {
  /** `nextCursor` of the page before. */
  cursor?: string;
  importID: string;
  /** 1 to 500 rows a page; without it the whole list is sent. */
  limit?: number;
  /** Required if the caller has access to more than one location. */
  posID?: string;
};
export type ImportRow = {
  /** Wall time of the location, YYYY-MM-DDTHH:mm:ss. */
  createdAt: string;
  createdBy: string;
  fileNames: string[];
  /** Business dates; null if nothing comes in. */
  firstDate: string | null;
  importID: string;
  lastDate: string | null;
  /** Of what comes in, or came in. Dollars. */
  netSales: number;
  /** Days that count twice, because another source came later and has them too; 0: none. */
  overlapDays: number;
  /** The import's net sales of these days. Dollars. */
  overlapNetSales: number;
  sentChecks: number;
  sentGuests: number;
  sentItems: number;
  sentShifts: number;
  state: ImportState;
  /** Until when it can be undone, wall time; null: it cannot. */
  undoUntil: string | null;
  version: number;
};
export type ImportList = {
  importList: ImportRow[];
  /** Null on the last page. */
  nextCursor: string | null;
};
export type GetImportsEnvelope = {
  body: ImportList;
  /** Empty. */
  message: string;
  /** The HTTP status. */
  status: number;
};
export type ImportsRequest = {
  /** `nextCursor` of the page before. */
  cursor?: string;
  /** 1 to 500 rows a page; without it the whole list is sent. */
  limit?: number;
  /** Required if the caller has access to more than one location. */
  posID?: string;
};
export type PosSystem = {
  pos: ConnectablePos;
  /** Whether people can grant access at a page of the POS, besides entering a token. */
  signsIn: boolean;
};
export type PosSystems = {
  posSystemList: PosSystem[];
};
export type GetPosSystemsEnvelope = {
  body: PosSystems;
  /** Empty. */
  message: string;
  /** The HTTP status. */
  status: number;
};
export type PosSystemsRequest = {};
export type ProofFigure =
  | "gross"
  | "discounts"
  | "refunds"
  | "net"
  | "tax"
  | "tips"
  | "serviceCharges"
  | "gratuity"
  | "giftCards"
  | "collected"
  | "due";
export type ProofLine = {
  /** Saffron's less the POS's. Dollars. */
  difference: number;
  figure: ProofFigure;
  /** Saffron's. Dollars. */
  ours: number;
  /** The POS's. Dollars. */
  theirs: number;
};
export type ProofCheck = {
  /** What differs. */
  lines: ProofLine[];
  /** The POS's order; null if it counts none. */
  orderID: string | null;
  /** The check that came in; null if none did. */
  posCheckID: string | null;
};
export type ProofHour = {
  /** What differs. */
  lines: ProofLine[];
  /** Its beginning, wall time. */
  startsAt: string;
};
export type ProofState = "none" | "notYet" | "settling" | "equal" | "differs";
export type Proof = {
  businessDate: string;
  /** When both sides were compared last, wall time; null: not yet. */
  checkedAt: string | null;
  checks: number | null;
  /** Up to when the POS counted, wall time; null: not yet. What was closed later is on neither side. */
  countedUntil: string | null;
  /** The difference of net sales; where they are the same, the greatest one. Dollars. */
  difference: number;
  differing: ProofCheck[];
  /** Of one day: the hours and the checks that differ, the greatest first. */
  hours: ProofHour[];
  /** Whether the POS counted by itself. Otherwise its payments and refunds were added up: they do not say what was sold. */
  independent: boolean;
  /** The figures that the POS has. */
  lines: ProofLine[];
  /** How many more checks differ than are named: 100 are. */
  moreChecks: number;
  /** Sales that were closed. A POS may count checks of nothing, too: a difference of these alone is none. */
  posChecks: number | null;
  /** When the day has settled, wall time. */
  settlesAt: string;
  state: ProofState;
};
export type GetProofEnvelope = {
  body: Proof;
  /** Empty. */
  message: string;
  /** The HTTP status. */
  status: number;
};
export type GetProofRequest = {
  businessDate: string;
  connectionID: string;
  /** Required if the caller has access to more than one location. */
  posID?: string;
};
export type ProofList = {
  /** Null on the last page. */
  nextCursor: string | null;
  proofList: Proof[];
};
export type GetProofsEnvelope = {
  body: ProofList;
  /** Empty. */
  message: string;
  /** The HTTP status. */
  status: number;
};
export type GetProofsRequest = {
  connectionID: string;
  /** `nextCursor` of the page before. */
  cursor?: string;
  /** 1 to 500 rows a page; without it the whole list is sent. */
  limit?: number;
  /** Required if the caller has access to more than one location. */
  posID?: string;
};
export type UnmappedObject = {
  /** The POS's id of it. */
  externalID: string;
  /** Wall time. */
  firstSeenAt: string;
  /** Such as order. */
  kind: string;
  lastSeenAt: string;
  /** Why, and what to do. */
  why: string;
};
export type UnmappedList = {
  /** Null on the last page. */
  nextCursor: string | null;
  unmappedList: UnmappedObject[];
};
export type GetUnmappedEnvelope = {
  body: UnmappedList;
  /** Empty. */
  message: string;
  /** The HTTP status. */
  status: number;
};
export type GetUnmappedRequest = {
  connectionID: string;
  /** `nextCursor` of the page before. */
  cursor?: string;
  /** 1 to 500 rows a page; without it the whole list is sent. */
  limit?: number;
  /** Required if the caller has access to more than one location. */
  posID?: string;
};
export type KeepImportDaysEnvelope = {
  body: Import;
  /** Empty. */
  message: string;
  /** The HTTP status. */
  status: number;
};
export type KeepImportDaysRequest = {
  /** Days among the import's `overlaps`, 1 to 3,700. */
  businessDates: string[];
  importID: string;
  /** Required if the caller has access to more than one location. */
  posID?: string;
};
export type PauseConnectionEnvelope = {
  body: Connection;
  /** Empty. */
  message: string;
  /** The HTTP status. */
  status: number;
};
export type PauseConnectionRequest = {
  connectionID: string;
  /** Required if the caller has access to more than one location. */
  posID?: string;
};
export type PauseImportEnvelope = {
  body: Import;
  /** Empty. */
  message: string;
  /** The HTTP status. */
  status: number;
};
export type PauseImportRequest = {
  importID: string;
  /** Required if the caller has access to more than one location. */
  posID?: string;
};
export type PutImportPartEnvelope = {
  body: Import;
  /** Empty. */
  message: string;
  /** The HTTP status. */
  status: number;
};
export type PutImportPartRequest = {
  /** 524,288 bytes, of the last part what is left. */
  data: string;
  /** The file's number. */
  file: number;
  importID: string;
  /** From 0. */
  part: number;
  /** Required if the caller has access to more than one location. */
  posID?: string;
};
export type RenewConnectionEnvelope = {
  body: Connection;
  /** Empty. */
  message: string;
  /** The HTTP status. */
  status: number;
};
export type RenewConnectionRequest = {
  /** Of Toast: the client ID that belongs to the secret; without it the one before. */
  clientID?: string;
  connectionID: string;
  /** Required if the caller has access to more than one location. */
  posID?: string;
  /** The token that the POS shows; of Toast the client secret. It is stored sealed and never shown again. */
  token: string;
};
export type ResumeConnectionEnvelope = {
  body: Connection;
  /** Empty. */
  message: string;
  /** The HTTP status. */
  status: number;
};
export type ResumeConnectionRequest = {
  connectionID: string;
  /** Required if the caller has access to more than one location. */
  posID?: string;
};
export type ResumeImportEnvelope = {
  body: Import;
  /** Empty. */
  message: string;
  /** The HTTP status. */
  status: number;
};
export type ResumeImportRequest = {
  importID: string;
  /** Required if the caller has access to more than one location. */
  posID?: string;
};
export type SetConnectionWritingEnvelope = {
  body: Connection;
  /** Empty. */
  message: string;
  /** The HTTP status. */
  status: number;
};
export type SetConnectionWritingRequest = {
  connectionID: string;
  /** Required if the caller has access to more than one location. */
  posID?: string;
  writes: boolean;
};
export type StartImportEnvelope = {
  body: Import;
  /** Empty. */
  message: string;
  /** The HTTP status. */
  status: number;
};
export type StartImportRequest = {
  importID: string;
  /** Required if the caller has access to more than one location. */
  posID?: string;
};
export type TakeOutImportDaysEnvelope = {
  body: Import;
  /** Empty. */
  message: string;
  /** The HTTP status. */
  status: number;
};
export type TakeOutImportDaysRequest = {
  /** Days among the import's `overlaps`, 1 to 3,700. */
  businessDates: string[];
  importID: string;
  /** Required if the caller has access to more than one location. */
  posID?: string;
};
export type UndoImportEnvelope = {
  body: Import;
  /** Empty. */
  message: string;
  /** The HTTP status. */
  status: number;
};
export type UndoImportRequest = {
  importID: string;
  /** Required if the caller has access to more than one location. */
  posID?: string;
};
export type SquareWebhookEnvelope = {
  body: null;
  /** Empty. */
  message: string;
  /** The HTTP status. */
  status: number;
};
export const {
  useAnswerImportMutation,
  useBeginAuthorizationMutation,
  useConnectLocationMutation,
  useCreateConnectionMutation,
  useCreateImportMutation,
  useDecideConnectedDaysMutation,
  useDiscardImportMutation,
  useEndConnectionMutation,
  useFinishAuthorizationMutation,
  useGetConnectedDaysQuery,
  useGetConnectionQuery,
  useGetConnectionsQuery,
  useGetImportQuery,
  useGetImportFieldsQuery,
  useGetImportRefusedRowsQuery,
  useGetImportsQuery,
  useGetPosSystemsQuery,
  useGetProofQuery,
  useGetProofsQuery,
  useGetUnmappedQuery,
  useKeepImportDaysMutation,
  usePauseConnectionMutation,
  usePauseImportMutation,
  usePutImportPartMutation,
  useRenewConnectionMutation,
  useResumeConnectionMutation,
  useResumeImportMutation,
  useSetConnectionWritingMutation,
  useStartImportMutation,
  useTakeOutImportDaysMutation,
  useUndoImportMutation,
  useTakeSquareWebhookMutation,
} = injectedRtkApi;
