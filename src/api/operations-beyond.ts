// Operations that the service has and the catalogue does not describe: they need a blockchain, an enclave or a bank behind
// them, or are earlier ways to do what other operations do. Known by name, so that a client is told what it asked for.

const QUERIES = `
get_active_policies get_app_status get_boot_proof get_claim_earn_fees_status get_earn_claim_rewards_status get_earn_deploy_status
get_earn_deposit_status get_earn_withdraw_status get_gas_usage get_latest_boot_proof get_nonces get_onramp_transaction_status
get_send_transaction_status get_smart_contract_interface get_swap_status get_tvc_deployment_debug_logs
get_tvc_deployment_provisioning_details get_tvc_qos_versions get_velocity_control get_wallet_address_balances list_app_proofs
list_earn_enabled_vaults list_earn_positions list_earn_rewards list_earn_vaults list_email_events list_eth_transaction_history
list_fiat_on_ramp_credentials list_secrets list_smart_contract_interfaces list_sol_transaction_history list_supported_assets
list_tvc_quorum_keys list_velocity_controls validate_tvc_image`;

const ACTIVITIES = `
claim_earn_fees claim_swap_fees create_api_only_users create_fiat_on_ramp_credential create_invitations create_read_only_session
create_smart_contract_interface create_swap_quote create_tvc_manifest_approvals create_tvc_operator create_tvc_quorum_key
create_velocity_control delete_fiat_on_ramp_credential delete_invitation delete_secrets delete_smart_contract_interface
delete_velocity_control earn_claim_rewards earn_deploy_wrapper earn_deposit earn_set_wrapper_state earn_withdraw email_auth
eth_send_raw_transaction eth_send_transaction eth_undelegate_7702 execute_swap export_secrets import_secrets init_fiat_on_ramp
init_import_secrets init_otp_auth init_user_email_recovery oauth otp_auth post_tvc_quorum_key_share re_encrypt_tvc_quorum_key_share
recover_user sol_send_transaction spark_claim_transfer spark_prepare_lightning_receive spark_prepare_transfer spark_sign_frost
update_fiat_on_ramp_credential upsert_swap_config`;

function paths(form: "query" | "submit", names: string): readonly string[] {
	return names
		.trim()
		.split(/\s+/)
		.map((name) => `/public/v1/${form}/${name}`);
}

/** Their paths. Source: the methods of the vendor's clients, which a test compares. */
export const PATHS_BEYOND: readonly string[] = [...paths("query", QUERIES), ...paths("submit", ACTIVITIES)];
