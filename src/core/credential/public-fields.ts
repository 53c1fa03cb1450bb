/** Fields of credentials that say where and how, not with what: masking them would only hide what happened. */
export const PUBLIC_FIELDS: ReadonlySet<string> = new Set(
  (
    'type kind header prefix scheme host hostname db_host port db_port database db_name dbname schema region ' +
    'scope scopes audience grant_type token_url token_endpoint token_type auth_url user username db_user account ' +
    'sf_account sf_user sf_warehouse sf_database sf_schema sf_role warehouse role nats_user brokers ' +
    'bootstrap_servers client_id expires_in expires_at project_id client_email'
  ).split(' '),
);
